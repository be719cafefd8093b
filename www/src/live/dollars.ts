/** An amount of millionths of a dollar, rounded up: what is told as the most must not be less. Prices are small: cents would all be zero. */
export const dollars = (micros: number, lang: string): string =>
  new Intl.NumberFormat(lang, { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(Math.ceil(micros / 100) / 10_000);

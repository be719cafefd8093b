/** A place as text, for an address and for files: `v1/order-race/12?zoom=line&bugs=noReset`. */

export const version = 1;

export interface Spot {
  scenario: string;
  step: number;
  /** What else is seen, by key. A key that is missing has its default. */
  pieces: Readonly<Record<string, string>>;
}

/** Something in a fragment that was passed over: a key of the catalog and its arguments. */
export interface Slip {
  key: string;
  args: Record<string, string | number>;
}

export interface Parsed {
  /** Null where the fragment names no scenario. */
  scenario: string | null;
  step: number;
  pieces: Map<string, string>;
  slips: Slip[];
  /** Whether it is a link of this kind, which says everything; an older one says the place alone. */
  whole: boolean;
}

/** Kept by every program that turns an address in a message into a link. */
const readable = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(2C|3A|2F|40)/g, (code) => decodeURIComponent(code));

/** As `readable`, for a part that ends at a slash. */
const segment = (text: string): string => readable(text).replaceAll("/", "%2F");

/** A lone half of a surrogate pair cannot be written into an address. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, "\uFFFD");

export function format({ scenario, step, pieces }: Spot): string {
  const query = Object.keys(pieces)
    .sort()
    .map((key) => `${segment(whole(key))}=${readable(whole(pieces[key]!))}`)
    .join("&");
  return `v${version}/${segment(whole(scenario))}/${step}${query === "" ? "" : `?${query}`}`;
}

/** The text behind a part of an address, or null where it is none. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** As much of a text as is shown in a message about it; nothing of one that holds a key. */
export const brief = (text: string): string => (secret(text) ? "…" : text.length > 40 ? `${[...text].slice(0, 39).join("")}…` : text);

/** Reads a fragment without its `#`, of this form or of the first one (`order-race/12`). It never fails. */
export function parse(fragment: string): Parsed {
  const slips: Slip[] = [];
  const pieces = new Map<string, string>();
  const at = fragment.indexOf("?");
  const parts = (at < 0 ? fragment : fragment.slice(0, at)).split("/");
  const marked = /^v(\d+)$/.exec(parts[0] ?? "");
  if (marked && parts.length > 1) {
    parts.shift();
    if (Number(marked[1]) > version) slips.push({ key: "keep-link-newer", args: {} });
  }

  const [name = "", number = "0", ...rest] = parts;
  const scenario = decoded(name);
  if (scenario === null) slips.push({ key: "keep-link-scenario", args: { name: brief(name) } });
  const step = /^\d{1,9}$/.test(number) ? Number(number) : null;
  if (step === null) slips.push({ key: "keep-link-step", args: { step: brief(number) } });
  if (rest.length > 0) slips.push({ key: "keep-link-unknown", args: { name: brief(rest.join("/")) } });

  for (const pair of at < 0 ? [] : fragment.slice(at + 1).split("&")) {
    if (pair === "") continue;
    const cut = pair.indexOf("=");
    const key = decoded(cut < 0 ? pair : pair.slice(0, cut));
    const value = cut < 0 ? "" : decoded(pair.slice(cut + 1));
    if (!key || value === null) slips.push({ key: "keep-link-unknown", args: { name: brief(pair) } });
    else if (pieces.has(key)) slips.push({ key: "keep-link-bad", args: { name: brief(key), value: brief(value) } });
    else pieces.set(key, value);
  }
  return { scenario: scenario === "" ? null : scenario, step: step ?? 0, pieces, slips, whole: marked !== null };
}

/** Whether a text looks like a key of some provider. Such a thing goes into no link and no file. */
export const secret = (text: string): boolean =>
  /\b(?:sk|pk|rk)[-_][\w-]{16,}|\bAIza[\w-]{20,}|\bgh[a-z]_\w{16,}|\bgithub_pat_\w{16,}|\bxox[a-z]-[\w-]{10,}|\bBearer\s+\S{16,}/i.test(text);

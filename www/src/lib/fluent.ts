import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import type { Lang } from "secondwind/course";
import { josa } from "./josa.ts";

function asText(value: unknown): string {
  return value instanceof FluentNumber ? String(value.value) : String(value);
}

/** A bundle with these texts and the functions that texts may use. It throws at a text that is not Fluent. */
export function bundleOf(lang: Lang, texts: Iterable<string>): FluentBundle {
  const bundle = new FluentBundle(lang, {
    useIsolating: false,
    functions: { JOSA: ([word, pair]) => josa(asText(word), asText(pair)) },
  });
  for (const text of texts) for (const error of bundle.addResource(new FluentResource(text))) throw error;
  return bundle;
}

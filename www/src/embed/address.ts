/** The address of a frame, as the element makes it. */
import { format, parse } from "../lib/fragment.ts";

/** What a frame needs beside its address: to run, to keep the learner's work, to take an answer, to save a file, to open a page beside. The files of oEmbed set the same. */
export const frameAttributes: Readonly<Record<string, string>> = {
  sandbox: "allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox",
  allow: "clipboard-write",
  loading: "lazy",
  referrerpolicy: "no-referrer",
};

export interface Wanted {
  exercise?: string | null;
  task?: string | null;
  scenario?: string | null;
  step?: number | null;
  lang?: string | null;
  theme?: string | null;
  held?: boolean;
}

/**
 * The address of the playground in a frame. A fragment that it has already, such as that of a link from the page, stays; what
 * is wanted stands in its place.
 */
export function frameAddress(page: string, { exercise, task, scenario, step, lang, theme, held = false }: Wanted): string {
  const url = new URL(page);
  const before = parse(url.hash.slice(1));
  const pieces = Object.fromEntries(before.pieces);
  const put = (key: string, value: string | null | undefined): void => {
    if (value) pieces[key] = value;
  };
  put("exercise", exercise);
  put("task", task);
  put("lang", lang);
  put("theme", theme);
  put("embed", pieces["exercise"] ? "exercise" : "player");
  // A link may say that the work is left to a host, which this one does not take.
  if (held) pieces["state"] = "host";
  else delete pieces["state"];
  url.hash = format({ scenario: scenario || (before.scenario ?? ""), step: step ?? before.step, pieces });
  return url.href;
}

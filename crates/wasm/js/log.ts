import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import type { Lang } from "./course-types.js";
import { SecondwindError } from "./errors.js";
import { josa } from "./josa.js";
import { catalogs } from "./log-catalogs.js";
import type { Notice } from "./types.js";

export type { Lang } from "./course-types.js";
export { SecondwindError } from "./errors.js";

/** How the log is written. */
export interface LogOptions {
  /** Default `en`. Figures are the same in every language. */
  lang?: Lang | undefined;
  /** Takes one line, without its line break. Default `console.log`. */
  write?: ((line: string) => void) | undefined;
}

/** A log under way. */
export interface LessonLog {
  /** Pass it as `onNotice`. */
  readonly onNotice: (notice: Notice) => void;
  /** Writes the end: the answer, how many calls and compactions there were, and the notes (`null` for none). */
  readonly finish: (answer: string, notes: string | null) => void;
}

/**
 * The log of the lesson: a line a call, a line a compaction or an elision, and at the end the answer, the totals and the notes. It
 * comes out as the command line prints it. A counter that is not all counted by the provider says so.
 * @throws SecondwindError `BAD_INPUT` for a language that there is not.
 */
export function lessonLog({ lang = "en", write = console.log }: LogOptions = {}): LessonLog {
  const say = words(lang);
  let calls = 0;
  let compactionCalls = 0;
  let compactions = 0;

  return {
    onNotice(notice) {
      if (notice.type === "counted") {
        calls += 1;
        if (notice.purpose !== "main") {
          compactionCalls += 1;
          return;
        }
        const { tokens, measure } = notice.meters.accumulated;
        write(say("log-call", { call: notice.call, stop: notice.stop, tokens, measure }));
      } else if (notice.type === "compacted") {
        compactions += 1;
        const { call, ordinal, cause, before, meter, threshold } = notice;
        const { tokens: used, measure } = before[meter];
        write(say("log-compaction", { call, ordinal, cause, meter, used, measure, threshold }));
      } else if (notice.type === "resultsElided") {
        write(say("log-elided", { call: calls, count: notice.messages.length, freed: notice.freed }));
      }
    },
    finish(answer, notes) {
      const lines = [
        "",
        say("log-answer"),
        answer,
        "",
        say("log-totals", { calls, compactionCalls }),
        say("log-compactions", { count: compactions }),
        "",
        say("log-notes"),
        notes ?? "",
      ];
      for (const line of lines.join("\n").split("\n")) write(line);
    },
  };
}

function words(lang: string): (key: string, args?: Record<string, FluentVariable>) => string {
  const catalog = Object.hasOwn(catalogs, lang) ? catalogs[lang] : undefined;
  if (catalog === undefined) {
    const message = `there is no log in ${JSON.stringify(lang)}; there are ${Object.keys(catalogs).join(", ")}`;
    throw new SecondwindError("BAD_INPUT", message, { path: "lang" });
  }
  // Marks for mixed writing directions would only clutter a terminal.
  const bundle = new FluentBundle(lang, {
    useIsolating: false,
    functions: { JOSA: ([word, forms]) => josa(String(word), String(forms)) },
  });
  bundle.addResource(new FluentResource(catalog));
  return (key, args = {}) => {
    const pattern = bundle.getMessage(key)?.value;
    // The build compiles the catalogs in, and the tests look for every key.
    return pattern ? bundle.formatPattern(pattern, args, []) : key;
  };
}

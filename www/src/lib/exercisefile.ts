import type { Lang, Patch, SourceFile } from "secondwind/course";
import type { Score } from "./lab";

/** What an exercise is made of: a run that was changed, and how both runs came out. */
export interface Changed {
  scenario: string;
  patch: Patch;
  plain: Score;
  changed: Score;
}

/** Says a message in a language. */
export type SayIn = (lang: Lang, key: string, args?: Record<string, string | number>) => string;

/** What of a whole run can be asked, where it differs; with its unit. */
const asked = [
  ["compactionCalls", "calls"],
  ["calls", "calls"],
  ["spend", "tokens"],
] as const;

export const idOf = (scenario: string): string => `changed-${scenario}`;

/** The questions: what the change made different, or else what compactions cost. */
function questions({ plain, changed }: Changed): (typeof asked)[number][] {
  const different = asked.filter(([get]) => plain[get] !== changed[get]);
  return different.length > 0 ? [...different] : [asked[0]];
}

const value = (of: unknown): string => (Array.isArray(of) ? `[${of.map(value).join(", ")}]` : JSON.stringify(of));

function toml(made: Changed): string {
  const { scenario, patch, plain, changed } = made;
  const id = idOf(scenario);
  const lines = [
    `# A run with other settings. Its words are in the folder ${id}, one file a language.`,
    `# List it in course.toml: exercises = [..., "${id}"]`,
    "format = 1",
    "",
    "[runs.changed]",
    `scenario = ${value(scenario)}`,
    ...Object.entries(patch).map(([key, of]) => `${key} = ${value(of)}`),
    "",
    "[runs.plain]",
    `scenario = ${value(scenario)}`,
  ];
  for (const [get, unit] of questions(made)) {
    lines.push("", "[[tasks]]", `id = "${get}"`, 'kind = "number"', `unit = "${unit}"`);
    lines.push(`answer = { run = "changed", get = "${get}" }`);
    if (plain[get] !== changed[get]) lines.push('wrong = [{ id = "plain", run = "plain" }]');
  }
  return `${lines.join("\n")}\n`;
}

function texts(made: Changed, say: (key: string, args?: Record<string, string | number>) => string, changes: string): string {
  const lines = [`title = ${say("make-title")}`, `intro = ${say("make-intro", { changes })}`];
  for (const [get] of questions(made)) {
    lines.push(
      "",
      `${get} = ${say(`make-${get}`)}`,
      `    .hint-1 = ${say("make-hint-1")}`,
      `    .hint-2 = ${say("make-hint-2")}`,
      `    .because = ${say("make-because")}`,
    );
    if (made.plain[get] !== made.changed[get]) lines.push(`    .says-plain = ${say("make-says-plain")}`);
  }
  return `${lines.join("\n")}\n`;
}

/** The files of an exercise about a run that was changed, below the folder of a course. No answer stands in them: each is read off the run. */
export function exerciseFiles(made: Changed, languages: readonly Lang[], say: SayIn, changes: (lang: Lang) => string): SourceFile[] {
  const id = idOf(made.scenario);
  return [
    { name: `exercises/${id}.toml`, text: toml(made) },
    ...languages.map((lang) => ({ name: `exercises/${id}/${lang}.ftl`, text: texts(made, (key, args) => say(lang, key, args), changes(lang)) })),
  ];
}

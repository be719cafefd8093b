// The course as the tests read it: the same files through the package, the right answer to each task, and an answer for each
// wrong way that the exercise has a name for. They are found by trying, so that nothing of them is written down here.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { FluentBundle, FluentResource } from "../../www/node_modules/@fluent/bundle/esm/index.js";
import { Course, Player } from "../../crates/wasm/dist/course.js";

const root = fileURLToPath(new URL("../../course/lesson-6/", import.meta.url));

const files = ["course.toml", "course", "sections", "exercises", "scenarios", "harness"].flatMap((name) =>
  (name.includes(".") ? [join(root, name)] : readdirSync(join(root, name), { recursive: true, withFileTypes: true }).filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))).map((path) => ({
    name: relative(root, path).split(sep).join("/"),
    text: readFileSync(path, "utf8"),
  })),
);

export const course = new Course({ files });

const all = course.view.sections.flatMap((section) => section.exercises.map((id) => ({ section: section.id, exercise: course.exercise(id) })));

/** How many tasks there are. */
export const taskCount = all.reduce((sum, { exercise }) => sum + exercise.tasks.length, 0);

/** Every exercise with its section, without the tasks of code: programs are tried in a sandbox, and tested with it. */
export const exercises = all
  .map(({ section, exercise }) => ({ section, exercise: { ...exercise, tasks: exercise.tasks.filter(({ kind }) => kind !== "code") } }))
  .filter(({ exercise }) => exercise.tasks.length > 0);

const catalogs = fileURLToPath(new URL("../../crates/course/catalogs/", import.meta.url));
/** Particles as the page writes them: the rule is the page's own, and tested there. */
const { josa } = await import("../../crates/wasm/dist/josa.js");
const functions = { JOSA: ([word, pair]) => josa(String(word?.value ?? word), String(pair?.value ?? pair)) };

const bundleOf = (lang, texts) => {
  const bundle = new FluentBundle(lang, { useIsolating: false, functions });
  for (const text of texts) bundle.addResource(new FluentResource(text));
  return bundle;
};

/** Markdown as it is read. */
const plain = (text) => text.replace(/[`*]/g, "").replace(/\s+/g, " ").trim();

/** The words of an exercise in a language, with its values. */
export function wordsOf(exercise, lang) {
  const bundle = bundleOf(lang, [exercise.texts[lang]]);
  return (id, attribute) => {
    const message = bundle.getMessage(id);
    const pattern = attribute ? message.attributes[attribute] : message.value;
    return plain(bundle.formatPattern(pattern, exercise.values));
  };
}

/** The words of the page in a language. */
export function catalogOf(lang) {
  const texts = readdirSync(join(catalogs, lang)).map((name) => readFileSync(join(catalogs, lang, name), "utf8"));
  const bundle = bundleOf(lang, texts);
  return (key, args = {}) => plain(bundle.formatPattern(bundle.getMessage(key).value, args));
}

function* subsets(all) {
  for (let mask = 0; mask < 2 ** all.length; mask += 1) yield all.filter((_, i) => mask & (1 << i));
}

function* permutations(all) {
  if (all.length < 2) yield all;
  else for (const [i, one] of all.entries()) for (const rest of permutations(all.toSpliced(i, 1))) yield [one, ...rest];
}

function* range(from, to) {
  for (let value = from; value <= to; value += 1) yield value;
}

function* candidates(task) {
  const { kind } = task;
  if (kind === "number") for (const value of range(0, 60_000)) yield { kind, value };
  if (kind === "choice") for (const value of task.options) yield { kind, value };
  if (kind === "claims") for (const picked of task.pick === "one" ? task.options.map((id) => [id]) : subsets(task.options)) yield { kind, picked };
  if (kind === "order") for (const items of permutations(task.items)) yield { kind, items };
  if (kind === "pick-line") for (const line of range(1, task.code.trimEnd().split("\n").length)) yield { kind, line };
  if (kind === "pick-blocks") for (const picked of subsets(task.blocks)) yield { kind, picked };
  if (kind === "facts") for (const picked of subsets(task.facts)) yield { kind, picked };
  if (kind === "dials") {
    const [dial] = task.dials;
    for (let value = dial.min; value <= dial.max + 1e-9; value += dial.step) yield { kind, set: { [dial.key]: Number(value.toFixed(6)) } };
  }
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The ways to answer a task: each wrong one that has a name, one that has none, and the right one at the end. */
export function waysOf(exercise, task) {
  const { answer: right } = course.solution(exercise.id, task.id);
  // What is said of a claim that holds is said to nobody: there is no wrong answer with it.
  const missing = new Set(task.says.filter((id) => task.kind !== "claims" || !right.picked.includes(id)));
  const ways = [];
  let nameless = null;
  for (const answer of candidates(task)) {
    if (missing.size === 0 && nameless) break;
    const verdict = course.grade(exercise.id, task.id, answer);
    if (verdict.outcome === "passed") continue;
    if (verdict.wrong !== null && missing.delete(verdict.wrong)) ways.push({ answer, verdict });
    else if (verdict.wrong === null) nameless ??= { answer, verdict };
  }
  if (missing.size > 0) throw new Error(`${exercise.id}/${task.id}: no answer is ${[...missing].join(", ")}`);
  if (nameless) ways.push(nameless);
  const last = right ?? { kind: "explain", text: `Own words on ${task.id}.` };
  return [...ways.filter(({ answer }) => !same(answer, last)), { answer: last, verdict: course.grade(exercise.id, task.id, last) }];
}

/** What the page is to say of an answer. */
export function sayingOf(task, verdict, words, page) {
  const { code, wrong, outcome } = verdict;
  const because = task.because ? [words(task.id, "because")] : [];
  if (outcome === "passed") return because.length > 0 ? because : [page("verdict-passed")];
  if (outcome === "kept") return [page("verdict-kept"), ...because];
  const args = { ...verdict.args, ...(code === "goal" ? { goal: words(task.id, `goal-${verdict.args.goal}`) } : {}) };
  const said = wrong !== null && task.says.includes(wrong) ? [words(task.id, `says-${wrong}`)] : [];
  if (said.length > 0) return code === "extra" ? [page("verdict-extra", args), ...said] : said;
  return [page(`verdict-${code}`, args)];
}

/** The facts of a run, in a language. */
export function factsOf(run, lang) {
  const player = new Player(course.scenario(run.scenario, lang), run.patch);
  const { facts } = player.run;
  player.free();
  return facts;
}

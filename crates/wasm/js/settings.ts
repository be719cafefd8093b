import { jsonable, kind, list, readable } from "./check.js";
import { SecondwindError } from "./errors.js";
import type { Journal } from "./journal.js";
import type { SessionOptions } from "./options.js";

/** The options of every run, and those of a session besides. */
const AGENT =
  "client model policy system notes editNotes prompts onCompact onNotice signal dialect maxTokensField".split(" ");
const SESSION = [...AGENT, "tools", "toolImpls", "snapshot", "history", "journal"];

/**
 * A copy of the options, of which each is what it should be, as far as the core does not say so itself: what would go
 * wrong only later, with a message on its way, is refused now. So is an option of another name, which would have no effect.
 * @param more What a run takes beside its options.
 * @internal
 */
export function checkedOptions<T extends Pick<SessionOptions, "model">, M extends object = object>(options: T, more?: M): T & M {
  if (!isObject(options)) throw wrong("options", `the options are ${kind(options)}, not an object`);
  const own = readable("options", () => ({ ...options }));
  const known = more === undefined ? SESSION : AGENT;
  for (const [name, value] of Object.entries<unknown>(own)) {
    if (value === undefined || known.includes(name)) continue;
    // A name may be a key that got into the wrong place.
    const shown = /^[a-z]{1,20}$/i.test(name) ? name : "…";
    throw wrong(shown, `there is no option \`${shown}\` here; the nearest is \`${nearest(name.slice(0, 20), known)}\``);
  }
  const given = { ...own, ...more } as T & M;
  for (const [name, value] of Object.entries<unknown>(given)) {
    if (value !== undefined) readable(name, () => checks[name]?.(value, name));
  }
  checks.model?.(given.model, "model");
  return given;
}

/** @internal */
export function checkedJournal(journal: unknown): Journal {
  return readable("journal", () => {
    if (!isObject(journal)) throw wrong("journal", `the journal is ${kind(journal)}, not an object`);
    methods(journal, "journal", ["append", "load"]);
    return journal as unknown as Journal;
  });
}

const checks: Readonly<Record<string, (value: unknown, name: string) => void>> = {
  model(model) {
    if (typeof model !== "string") throw wrong("model", `the model's name is ${kind(model)}, not a string`);
    if (model.trim() === "") throw wrong("model", "the model's name is blank");
  },
  system: (system, name) => jsonable(name, system),
  tools(tools, name) {
    list(name, tools).forEach((tool, place) => {
      // What is no object at all is told apart by its own code.
      if (isObject(tool)) jsonable(`${name}[${place}]`, tool);
    });
  },
  toolImpls(impls, name) {
    if (!isObject(impls)) throw wrong(name, `toolImpls is ${kind(impls)}, not an object with a function for each tool`);
    for (const [tool, impl] of Object.entries(impls)) if (impl !== undefined) callable(impl, `${name}.${tool}`);
  },
  notes(notes, name) {
    // Null is as good as none.
    if (notes === null) return;
    if (!isObject(notes)) throw wrong(name, `notes is ${kind(notes)}, not a store`);
    methods(notes, name, ["read", "write"]);
  },
  history: (history, name) => list(name, history).forEach((message, place) => jsonable(`${name}[${place}]`, message)),
  signal(signal, name) {
    if (!isObject(signal) || typeof signal.aborted !== "boolean") throw wrong(name, `signal is ${kind(signal)}, not an AbortSignal`);
    methods(signal, name, ["addEventListener", "removeEventListener"]);
  },
  onNotice: callable,
  onCompact: callable,
};

/** The one that has the most pairs of letters in common, beside all that they have. */
function nearest(name: string, known: readonly string[]): string {
  const pairs = (word: string) => Array.from(word.toLowerCase(), (_, at) => word.toLowerCase().slice(at, at + 2));
  const alike = (other: string) => pairs(other).filter((pair) => pairs(name).includes(pair)).length / (name.length + other.length);
  return known.reduce((best, it) => (alike(it) > alike(best) ? it : best));
}

function methods(value: Record<string, unknown>, path: string, names: readonly string[]): void {
  for (const name of names) callable(value[name], `${path}.${name}`);
}

function callable(value: unknown, path: string): void {
  if (typeof value !== "function") throw wrong(path, `${path} is ${kind(value)}, not a function`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function wrong(path: string, message: string): SecondwindError {
  return new SecondwindError("BAD_INPUT", message, { path });
}

/** What is kept of a learner's work on the tasks of the course, and what follows from it. */
import type { Answer, CriterionView, ExerciseView, Outcome, TaskView } from "secondwind/course";
import { isRecord, type TaskWork } from "./schema";

/** What has come of a task. Only what is marked can be passed; a solution that was shown is none. */
export type TaskState = Outcome | "open" | "shown";

export const workId = (course: string, exercise: string, task: string): string => `${course}/${exercise}/${task}`;

export const tickId = (course: string, criterion: string): string => `${course}/${criterion}`;

const saids = ({ first, tries }: TaskWork): TaskWork["tries"] => (first ? [first, ...tries] : []);

export function stateOf(work: TaskWork | null): TaskState {
  if (!work) return "open";
  if (work.shown) return "shown";
  const all = saids(work);
  return all.some(({ outcome }) => outcome === "passed") ? "passed" : ((all.at(-1)?.outcome as Outcome | undefined) ?? "open");
}

/** Whether there is nothing more to do in it. */
export const isDone = (state: TaskState): boolean => state === "passed" || state === "shown" || state === "kept";

type Shapes = { [Kind in Answer["kind"]]: (answer: Record<string, unknown>) => boolean };

const isNumber = (value: unknown): value is number => typeof value === "number";
const isList = (value: unknown, of: "string" | "number"): boolean => Array.isArray(value) && value.every((one) => typeof one === of);

const shapes: Shapes = {
  number: ({ value }) => isNumber(value),
  choice: ({ value }) => isNumber(value),
  claims: ({ picked }) => isList(picked, "string"),
  order: ({ items }) => isList(items, "string"),
  "pick-line": ({ line }) => isNumber(line),
  "pick-blocks": ({ picked }) => isList(picked, "number"),
  facts: ({ picked }) => isList(picked, "number"),
  dials: ({ set }) => isRecord(set) && Object.values(set).every(isNumber),
  code: ({ text }) => typeof text === "string",
  explain: ({ text }) => typeof text === "string",
};

/** Whether something has the form of an answer. What was kept or brought may be anything. */
export const isAnswer = (value: unknown): value is Answer =>
  isRecord(value) && typeof value["kind"] === "string" && Object.hasOwn(shapes, value["kind"]) && shapes[value["kind"] as Answer["kind"]](value);

const within = <T>(picked: readonly T[], all: readonly T[]): boolean => picked.every((one) => all.includes(one));

/** An answer as one to this task; null where it is to a task as it was before its course was changed. */
export function answerTo(task: TaskView, answer: Answer | null): Answer | null {
  if (answer?.kind !== task.kind) return null;
  const fits = ((): boolean => {
    switch (task.kind) {
      case "choice":
        return answer.kind === task.kind && task.options.includes(answer.value);
      case "claims":
        return answer.kind === task.kind && within(answer.picked, task.options);
      case "order":
        return answer.kind === task.kind && [...answer.items].sort().join() === [...task.items].sort().join();
      case "pick-line":
        return answer.kind === task.kind && answer.line >= 1 && answer.line <= task.code.split("\n").length;
      case "pick-blocks":
        return answer.kind === task.kind && within(answer.picked, task.blocks);
      case "facts":
        return answer.kind === task.kind && within(answer.picked, task.facts);
      case "dials":
        return answer.kind === task.kind && within<string>(Object.keys(answer.set), task.dials.map(({ key }) => key));
      default:
        return true;
    }
  })();
  return fits ? answer : null;
}

/** The answer that was given last; null where there is none, or none that can be read. */
export function lastAnswer(work: TaskWork | null): Answer | null {
  const said = work && saids(work).at(-1);
  try {
    const answer: unknown = said ? JSON.parse(said.answer) : null;
    return isAnswer(answer) ? answer : null;
  } catch {
    return null;
  }
}

/** How often a task was answered. */
export const attempts = (work: TaskWork | null): number => (work ? saids(work).length : 0);

/** After how many answers the solution may be shown. */
export const patienceOfTasks = 2;

/** A task with one more answer. What could not be checked says nothing about the answer, and is not kept. */
export function withAnswer(work: TaskWork, answer: Answer, outcome: Outcome): TaskWork {
  if (outcome === "could-not-check") return work;
  const said = { answer: JSON.stringify(answer), outcome };
  // Words of one's own are no tries: the last ones stand.
  if (answer.kind === "explain" && work.first) return { ...work, tries: [said] };
  return work.first ? { ...work, tries: [...work.tries, said] } : { ...work, first: said };
}

export interface Standing {
  /** How many of the tasks have nothing more to do in them. */
  done: number;
  count: number;
  passed: boolean;
}

/** How far an exercise has come. It is passed when each task that is marked is passed. */
export function standingOf(exercise: ExerciseView, state: (task: TaskView) => TaskState): Standing {
  const marked = exercise.tasks.filter(({ kind }) => kind !== "explain");
  return {
    done: exercise.tasks.filter((task) => isDone(state(task))).length,
    count: exercise.tasks.length,
    passed: marked.every((task) => state(task) === "passed"),
  };
}

/** Whether a criterion is met: by its exercise, or since the learner says so. */
export const isMet = (criterion: CriterionView, passed: (exercise: string) => boolean, ticked: boolean): boolean =>
  criterion.exercise === null ? ticked : passed(criterion.exercise);

/** An answer that nothing was entered for yet. */
export function isEmpty(answer: Answer | null): boolean {
  if (!answer) return true;
  if (answer.kind === "explain" || answer.kind === "code") return answer.text.trim() === "";
  if (answer.kind === "number") return !Number.isFinite(answer.value);
  return false;
}

// The types of `secondwind/course`, continued: courses and exercises, what instructors write, checked, shown and graded.
// The package puts them behind those of types.d.ts, in one file.

/**
 * All text files of a course: `course.toml` and what lies in `course`, `sections`, `exercises`, `scenarios` and `harness`
 * beside it. A name is the path from the folder of `course.toml`, with `/`: `exercises/trace/en.ftl`.
 */
export interface CourseSource {
  files: SourceFile[];
}

/** A fault of a course. `line` and `column` start at 1 and are 0 when the fault is the file as a whole. */
export interface CourseIssue {
  code: string;
  file: string;
  line: number;
  column: number;
  /** Arguments of the message `issue-<code>` in the catalogs `check.ftl` and `cli.ftl`. */
  args: Record<string, string | number>;
}

/** A run of the course: what `new Player(course.scenario(run.scenario, lang), run.patch)` plays. */
export interface CourseRun {
  /** The name of the scenario's file, without its folder and its ending. */
  scenario: string;
  patch: Patch;
}

/** A step of a run. */
export interface RunPlace {
  run: CourseRun;
  step: number;
}

/**
 * What the texts can show as `{ $name }`, read off runs. The texts are raw Fluent, so that whoever shows them writes
 * numbers as the language does: add a text to a bundle (with the function `JOSA`), and format with these values. What
 * comes out is Markdown.
 */
export type CourseValues = Record<string, number>;

/** A piece of Markdown, or the name of a value that stands there. */
export type ProsePiece = string | { value: string };

export interface CourseView {
  id: string;
  languages: Lang[];
  /** Raw Fluent by language: `title`, a title for each section by its id, `criterion-<id>` for each criterion. */
  texts: Partial<Record<Lang, string>>;
  values: CourseValues;
  sections: SectionView[];
  criteria: CriterionView[];
}

export interface SectionView {
  id: string;
  /** What the player shows beside it. */
  run: CourseRun | null;
  /** Where the player stands; with a run 0 where nothing else is said. */
  step: number | null;
  /** The ids of its exercises, in order; see `Course.exercise`. */
  exercises: string[];
  prose: Partial<Record<Lang, ProsePiece[]>>;
}

export interface CriterionView {
  id: string;
  /** It is met when this exercise is passed; without one the learner ticks it. */
  exercise: string | null;
}

export interface ExerciseView {
  id: string;
  /**
   * Raw Fluent by language: `title`, `intro` if there is one, and a message for each task by its id. The message's value
   * is the question; its attributes are `hint-1`, `hint-2` … as many as `hints`, `because` if there is one (shown with
   * the right answer), `says-<id>` for a named wrong answer or claim if there is one, `option-<id>` for options and items,
   * `goal-<id>` for goals.
   */
  texts: Partial<Record<Lang, string>>;
  /** Those of the course and its own. */
  values: CourseValues;
  tasks: TaskView[];
}

export type Unit = "tokens" | "calls" | "messages" | "turns" | "versions" | "percent";

/** What every task has. */
export interface TaskBase {
  id: string;
  /** How many hints there are. */
  hints: number;
  /** Whether there is a text to be shown with the right answer. */
  because: boolean;
  /** The ids of wrong answers and claims that have a text of their own, `says-<id>`. */
  says: string[];
  /** The run that it is about, and where the player is to stand for it. */
  at: RunPlace | null;
  /** Whether what lies behind `at` is to be fogged until the first answer is given. */
  gated: boolean;
}

/** A number is typed in. */
export interface NumberTask extends TaskBase {
  kind: "number";
  unit: Unit;
  /** How far an answer may be off. */
  tolerance: number;
}

/** A number is chosen among the right one and wrong ones. */
export interface ChoiceTask extends TaskBase {
  kind: "choice";
  unit: Unit;
  /** In ascending order, all different. */
  options: number[];
}

/** Claims about a run: one of them holds, or some do. */
export interface ClaimsTask extends TaskBase {
  kind: "claims";
  pick: "one" | "all";
  /** Their ids; the words are the attributes `option-<id>`. */
  options: string[];
}

/** Steps are put into the order in which they first happen. */
export interface OrderTask extends TaskBase {
  kind: "order";
  /** In an order that is not the right one; the words are the attributes `option-<kind>`. */
  items: StepKind[];
}

/** A line of the lesson's code is picked. Several can be right: all of a step, or the neighbours of a line that is gone. */
export interface PickLineTask extends TaskBase {
  kind: "pick-line";
  /** The program as it is shown, with the bugs of its run, or with the one that is to be found. */
  code: string;
}

/** Of the messages in the window at `at`, those that are still there at a later step are picked. */
export interface PickBlocksTask extends TaskBase {
  kind: "pick-blocks";
  at: RunPlace;
  /** The ids of the messages to pick from, see `Frame.window`. */
  blocks: number[];
  /** The step that they are to be still there at. */
  stay: number;
}

/** Of the facts that were known at a compaction, those that it put in one place are picked. */
export interface FactsTask extends TaskBase {
  kind: "facts";
  at: RunPlace;
  compaction: number;
  place: "kept" | "notes" | "lost";
  /** The known facts by their place in `RunSummary.facts`. */
  facts: number[];
}

export type DialKey = "window" | "ratio" | "outputReserve" | "summaryTokens" | "tokenBudget";

export interface Dial {
  key: DialKey;
  start: number;
  min: number;
  max: number;
  step: number;
}

/** Dials are set so that goals hold. */
export interface DialsTask extends TaskBase {
  kind: "dials";
  /** The run with the dials at their start. */
  at: RunPlace;
  dials: Dial[];
  /** The ids of the goals; the words are the attributes `goal-<id>`. */
  goals: string[];
  /** Whether the dial is to be shown as the threshold's line, which is put in its place. */
  show: "dials" | "line";
}

/** A part of the lesson's code is written, and tried on scenarios. */
export interface CodeTask extends TaskBase {
  kind: "code";
  /** The program before the part that is written, what stands in that part at first, and the program behind it. */
  before: string;
  start: string;
  after: string;
  /** What the program is tried on, in order: `new Trial(course.scenario(run.scenario, lang), run.patch)`. Of those that are held back only the broken goal is told. */
  trials: { run: CourseRun; held: boolean }[];
  /** The ids of the goals; the words are the attributes `goal-<id>`. */
  goals: string[];
}

/** Words of the learner's own. They are kept and never marked. */
export interface ExplainTask extends TaskBase {
  kind: "explain";
}

export type TaskView =
  | NumberTask
  | ChoiceTask
  | ClaimsTask
  | OrderTask
  | PickLineTask
  | PickBlocksTask
  | FactsTask
  | DialsTask
  | CodeTask
  | ExplainTask;

/** An answer to a task; its kind is that of the task. */
export type Answer =
  | { kind: "number"; value: number }
  | { kind: "choice"; value: number } // one of `options`
  | { kind: "claims"; picked: string[] }
  | { kind: "order"; items: StepKind[] } // all of `items`
  | { kind: "pick-line"; line: number } // from 1, in `code`
  | { kind: "pick-blocks"; picked: number[] }
  | { kind: "facts"; picked: number[] }
  | { kind: "dials"; set: Partial<Record<DialKey, number>> } // those left out stand at their start
  | { kind: "code"; text: string } // of a solution; programs are graded by `gradeProgram`
  | { kind: "explain"; text: string };

export type Outcome =
  | "passed"
  | "not-yet"
  | "did-not-finish" // the run that the answer makes found nothing prepared for what it went on to ask, or a program used up its fuel
  | "could-not-run" // the run that the answer makes is none, such as a threshold above the window, or JavaScript itself threw
  | "could-not-check" // the fault is the course's, and nothing is said about the answer
  | "kept"; // it is not marked

/** What is said of an answer. */
export interface Verdict {
  task: string;
  outcome: Outcome;
  /** The message is `verdict-<code>` in the catalog `verdicts.ftl`, with `args`. */
  code: VerdictCode;
  args: Record<string, string | number>;
  /** The named wrong answer or claim that was given; `says-<wrong>` is shown if the task's `says` has it. */
  wrong: string | null;
  /** For dials and code the goals that hold, by id. */
  met: string[];
  /** Where it is seen, in the run that was asked, for dials in the run that the answer makes, for code in the program's own run on that scenario. */
  jump: RunPlace | null;
  /** The world in which the answer would be right: the same step of its run. */
  world: RunPlace | null;
}

export type VerdictCode =
  | "passed"
  | "named" // a named wrong answer, see `wrong`
  | "low" // the number is too small
  | "high" // the number is too large
  | "missing" // of what is to be picked, `count` are missing, and nothing is wrong
  | "extra" // `count` are picked that should not be
  | "order" // the first `count` are in their places, the next is not
  | "line" // another line
  | "goal" // the goal `goal` does not hold
  | "held" // the goal `goal` does not hold of a scenario that is held back
  | "fuel" // the program did not come to an end
  | "stuck" // the program was ended from outside, within a single operation
  | "sandbox" // `detail` says why the program could not be run at all
  | "threw" // the program ended with `name`: `message`, from `line` of it; 0 where that is not known
  | "script-ended" // after `calls` calls nothing was prepared
  | "no-run" // `detail` is the code of the fault that the values make, with its arguments
  | "course" // `detail` says what is wrong with the course
  | "kept";

/** The right answer, for whoever asks to see it, and where it is seen. A choice of several right lines is listed whole. */
export interface Solution {
  /** Null for `explain`. */
  answer: Answer | null;
  /** For `pick-line` all lines that are right. */
  lines: number[];
  jump: RunPlace | null;
}

/** A program of a course: what a code task begins with, its solution, or a wrong one that is known. */
export interface CourseProgram {
  exercise: string;
  task: string;
  /** Where it is written: `exercises/EXERCISE/TASK/start.js`. */
  file: string;
  /** The whole of it, to be run as `harness.js`. */
  program: string;
  /** What it is tried on, in order: `new Trial(course.scenario(run.scenario, lang), run.patch)`. */
  trials: CourseRun[];
}

/**
 * Every fault of a course, but for those of its programs, see `Course.programs`: what is not well-formed, what a query does not find, exercises that solve themselves, texts
 * that a language lacks. None: an empty list. Plays every run, so that it takes longer than reading a course.
 */
export function checkCourse(source: CourseSource): CourseIssue[];

/** A course that was read. */
export class Course {
  /**
   * Reads the files; runs are played when they are asked for.
   * Throws `SecondwindError` with `issues`, code `BAD_COURSE`, for files that cannot be read.
   */
  constructor(source: CourseSource);
  readonly view: CourseView;
  /** Throws `BAD_INPUT` for an id that there is not, and `BAD_COURSE` where the exercise does not work. */
  exercise(id: string): ExerciseView;
  /** The files of a scenario, for a `Player`. */
  scenario(name: string, lang: Lang): ScenarioSource;
  /** Throws `BAD_INPUT` for a task that there is not, or an answer that is not of its kind. */
  grade(exercise: string, task: string, answer: Answer): Verdict;
  solution(exercise: string, task: string): Solution;
  /** The whole program with this text in the part that is written of a code task. Throws `BAD_INPUT`. */
  programOf(exercise: string, task: string, text: string): string;
  /** Grades such a text by what its program did on each of the task's trials, in their order. Throws `BAD_INPUT`. */
  gradeProgram(exercise: string, task: string, text: string, tried: readonly { player: Player; end: TrialEnd }[]): Verdict;
  /** The programs of all code tasks that work out, to be run in a sandbox when a course is checked. */
  programs(): CourseProgram[];
  /** What is wrong with one, by what it did on each of its trials: a start that passes, a solution that does not. Throws `BAD_INPUT`. */
  programFault(file: string, tried: readonly { player: Player; end: TrialEnd }[]): CourseIssue | null;
  free(): void;
}

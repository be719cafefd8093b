/**
 * How a page and a playground in a frame of it speak with each other, and the element that does so for the page.
 * These are the types of `embed.js`. Version 1 of the protocol.
 */

export type Lang = "en" | "pt-BR" | "ko";
export type Theme = "system" | "light" | "dark";
/** What the frame shows: an exercise with the run that it asks about, or a run alone. */
export type View = "exercise" | "player";
/** What came of an answer. Only `passed` is right; `kept` are words of the learner's own, which nobody marks. */
export type Outcome = "passed" | "not-yet" | "did-not-finish" | "could-not-run" | "could-not-check" | "kept";

/** What stands in every message. A message without it is none of these, and is left alone. */
export interface Envelope {
  readonly protocol: "secondwind";
  readonly version: 1;
}

/** A learner's work, as JSON. What is in it is the playground's own: keep it as it is, and give it back. */
export interface State {
  readonly format: "secondwind-state";
  readonly version: 1;
  readonly progress: Readonly<Record<string, unknown>>;
  readonly predictions: readonly unknown[];
}

// ---- from the frame

/** The first message: the frame listens. It alone goes to whoever holds the frame, and says nothing of a learner. */
export interface Hello {
  readonly type: "hello";
  /** The versions of this protocol that the frame speaks. */
  readonly versions: readonly number[];
}

/** The answer to the first `init`: what the frame shows now. */
export interface Ready {
  readonly type: "ready";
  readonly view: View;
  /** What the exercise or the run is called, in the frame's language. */
  readonly title: string;
  readonly lang: Lang;
  readonly theme: Theme;
  readonly course: string | null;
  readonly exercise: string | null;
  readonly task: string | null;
  readonly scenario: string;
  readonly step: number;
  readonly last: number;
  /** Whether the host lets a run be made with a real model in this frame. */
  readonly live: boolean;
  /** Who keeps the learner's work. */
  readonly keeper: "host" | "browser";
}

/** How high the frame has to be to show everything, in CSS pixels. */
export interface Resize {
  readonly type: "resize";
  readonly height: number;
}

/** Another step is shown. */
export interface Step {
  readonly type: "step";
  readonly scenario: string;
  readonly step: number;
  readonly last: number;
  /** What happens in the step. */
  readonly kind: string;
}

/** A task was answered. The answer itself stays in the frame. */
export interface Answered {
  readonly type: "answered";
  readonly course: string;
  readonly exercise: string;
  readonly task: string;
  /** How the task is answered: `number`, `choice`, `claims`, … */
  readonly kind: string;
  readonly outcome: Outcome;
  /** Null where there is nothing to mark, or where it could not be marked. */
  readonly right: boolean | null;
  /** How often the task was answered by now, this time included. */
  readonly tries: number;
  /** How many hints were opened. */
  readonly hints: number;
  /** The time since the task came into sight. */
  readonly seconds: number;
}

/** How far the exercise has come. */
export interface Progress {
  readonly type: "progress";
  readonly course: string;
  readonly exercise: string;
  /** Tasks in which there is nothing more to do. */
  readonly done: number;
  readonly count: number;
}

/** Nothing is left to do in the exercise, or the run was walked to its end. It is sent once, until there is something to do again. */
export interface Completed {
  readonly type: "completed";
  readonly course: string | null;
  readonly exercise: string | null;
  readonly scenario: string | null;
  /** Whether every task that is marked was answered rightly, without its solution being shown; null for a run. */
  readonly passed: boolean | null;
  /** How many of the tasks that are marked were. */
  readonly right: number;
  readonly marked: number;
  /** The time since the frame was ready. */
  readonly seconds: number;
}

/** The learner's work has changed. It is sent to a host that holds it, and to no other. */
export interface StateChanged {
  readonly type: "state-changed";
  readonly state: State;
}

export type ErrorCode =
  /** The message is of another version of the protocol; `versions` names those that are spoken. */
  | "version"
  /** There is no message of this type. */
  | "unknown-type"
  /** The message, or a field of it, is not of the form that it must have. */
  | "malformed"
  /** The message is longer than a million characters of JSON. */
  | "too-large"
  /** The first message must be `init`. */
  | "not-initialised"
  /** The host has no origin that could be written to, such as a page from a disk. */
  | "no-origin"
  /** There is no exercise, task, scenario or step of this name. */
  | "not-found"
  /** The state cannot be read in full. Nothing of it was taken, and none is sent back in its place. */
  | "state-damaged"
  /** The state was made by a later version of the playground. */
  | "state-newer"
  /** The frame was not asked to leave the work to the host: `state=host` is missing in its address. */
  | "state-not-held"
  /** What looks like the key of a provider was about to be sent. It was not. */
  | "withheld"
  /** A part of the playground did not load. */
  | "load"
  /** Told by the element: the frame has loaded and does not speak. It may refuse to be in a frame, or `src` is something else. */
  | "no-answer";

export interface Failed {
  readonly type: "error";
  readonly code: ErrorCode;
  /** The `id` of the message that could not be done. */
  readonly to?: string;
  /** The field or the thing that is wrong. */
  readonly at?: string;
  readonly versions?: readonly number[];
}

export type PageContent = Hello | Ready | Resize | Step | Answered | Progress | Completed | StateChanged | Failed;
export type PageMessage = Envelope & PageContent;

// ---- to the frame

/** What a message to the frame may have beside its own: an `error` names it. At most 64 characters. */
interface Numbered {
  readonly id?: string;
}

/** The first message, as the answer to `hello`. Sent again, it changes what it names. */
export interface Init extends Numbered {
  readonly type: "init";
  /** What the host allows. Nothing is allowed that is not named. */
  readonly features?: { readonly live?: boolean };
  /** The work that the host holds; null where there is none yet. */
  readonly state?: State | null;
  /** A language tag; the nearest language that there is. */
  readonly lang?: string;
  readonly theme?: Theme;
  /** Whether `{ subject: "lti.frameResize", height }` is to be sent as well. */
  readonly lti?: boolean;
}

/** Puts this work in the place of what is there. Null throws it away. */
export interface SetState extends Numbered {
  readonly type: "setState";
  readonly state: State | null;
}

/** Shows another exercise, task, run or step. What is behind an open question stays hidden. */
export interface GoTo extends Numbered {
  readonly type: "goTo";
  readonly exercise?: string;
  readonly task?: string;
  readonly scenario?: string;
  readonly step?: number;
}

/** Begins the exercise, or the run, anew: what was done in it is forgotten. */
export interface Reset extends Numbered {
  readonly type: "reset";
}

export type HostContent = Init | SetState | GoTo | Reset;
export type HostMessage = Envelope & HostContent;

// ---- the element

/** The place of a `goTo`. */
export type Place = Omit<GoTo, "type" | "id">;

type Told = Exclude<PageContent, Hello>;
/** Each message of the frame as an event of the element: `secondwind-answered` and so on. The message is its `detail`. */
export type PlaygroundEvents = { [One in Told as `secondwind-${One["type"]}`]: CustomEvent<One> };

/**
 * `<secondwind-playground>`. Attributes: `exercise` and `task`, or `scenario` and `step`; `src` (the address of the
 * playground, by default where `embed.js` came from), `lang`, `theme`, `label` (the name of the frame for those who cannot
 * see it), `state` (the host holds the work; its value is the JSON to begin with), `allow-live`, `loading="eager"`,
 * `height` (until the frame tells its own).
 */
export interface SecondwindPlaygroundElement extends HTMLElement {
  /** The work, where the host holds it. To set it makes the host the one who does. */
  state: State | null;
  /** What the frame said when it was ready; null until then. */
  readonly ready: Ready | null;
  goTo(place: Place): void;
  /** Forgets what was done in the exercise, or goes back to the start of the run. */
  reset(): void;
  addEventListener<Name extends keyof PlaygroundEvents>(
    name: Name,
    listener: (this: SecondwindPlaygroundElement, event: PlaygroundEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

// ---- statements for an LRS

/** Who did it, as xAPI says it. The host knows; the playground does not. */
export interface Actor {
  readonly objectType?: "Agent";
  readonly name?: string;
  readonly mbox?: string;
  readonly mbox_sha1sum?: string;
  readonly openid?: string;
  readonly account?: { readonly homePage: string; readonly name: string };
}

export interface StatementOptions {
  readonly actor: Actor;
  /** The address of the playground, from which the ids of exercises and tasks are made. Keep it the same for ever. */
  readonly page: string;
  readonly lang?: string;
  /** A UUID of the host's. */
  readonly registration?: string;
  /** When it was; now, unless it is said. */
  readonly timestamp?: string;
}

export interface Activity {
  readonly objectType: "Activity";
  readonly id: string;
  readonly definition?: { readonly type: string; readonly name?: Readonly<Record<string, string>> };
}

export interface Result {
  readonly success?: boolean;
  readonly completion?: boolean;
  readonly score?: { readonly scaled: number; readonly raw?: number; readonly min?: number; readonly max?: number };
  readonly duration?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface Statement {
  readonly actor: Actor;
  readonly verb: { readonly id: string; readonly display: Readonly<Record<string, string>> };
  readonly object: Activity;
  readonly result?: Result;
  readonly context: {
    readonly platform: string;
    readonly language?: string;
    readonly registration?: string;
    readonly contextActivities?: { readonly parent?: readonly Activity[]; readonly grouping?: readonly Activity[] };
  };
  readonly timestamp: string;
}

/** The xAPI statement of a message; null where none is made of it. It throws a `TypeError` without an actor or an address. */
export type StatementOf = (message: PageContent, options: StatementOptions) => Statement | null;

/** What `embed.js` leaves behind, beside the element. */
export interface SecondwindEmbed {
  readonly SecondwindPlayground: new () => SecondwindPlaygroundElement;
  readonly statementOf: StatementOf;
  readonly version: 1;
}

declare global {
  var secondwindEmbed: SecondwindEmbed;

  interface HTMLElementTagNameMap {
    "secondwind-playground": SecondwindPlaygroundElement;
  }
}

/** Statements of the Experience API from what a frame tells. Nothing is sent: the host has the LRS, and knows who the learner is. */
import { format } from "../lib/fragment";
import type { Activity, PageContent, Result, Statement, StatementOptions } from "./embed";

const verbs = {
  initialized: "http://adlnet.gov/expapi/verbs/initialized",
  answered: "http://adlnet.gov/expapi/verbs/answered",
  progressed: "http://adlnet.gov/expapi/verbs/progressed",
  completed: "http://adlnet.gov/expapi/verbs/completed",
} as const;

const types = {
  course: "http://adlnet.gov/expapi/activities/course",
  exercise: "http://adlnet.gov/expapi/activities/assessment",
  task: "http://adlnet.gov/expapi/activities/question",
  run: "http://adlnet.gov/expapi/activities/simulation",
} as const;

/** In percent, as cmi5 has it. */
const progressed = "https://w3id.org/xapi/cmi5/result/extensions/progress";

const ways = ["mbox", "mbox_sha1sum", "openid", "account"] as const;

/** The address of the playground, without what a visit adds to it. */
function pageOf({ actor, page }: StatementOptions): string {
  const known: unknown = actor;
  if (typeof known !== "object" || known === null || ways.filter((way) => actor[way] !== undefined).length !== 1) {
    throw new TypeError(`actor must have one of ${ways.join(", ")}: the playground does not know who the learner is`);
  }
  try {
    const { protocol, origin, pathname } = new URL(page);
    // Others have no origin that an id could begin with.
    if (!/^https?:$/.test(protocol)) throw new TypeError(protocol);
    return origin + pathname;
  } catch {
    throw new TypeError(`page must be the address of the playground, not ${String(page).slice(0, 80)}`);
  }
}

/** Seconds as ISO 8601 writes a duration, to a hundredth. */
const duration = (seconds: number): string => `PT${Math.round(seconds * 100) / 100}S`;

export function statementOf(message: PageContent, options: StatementOptions): Statement | null {
  const page = pageOf(options);
  const { actor, lang, registration, timestamp = new Date().toISOString() } = options;

  const activity = (type: keyof typeof types, id: string, name?: string): Activity => ({
    objectType: "Activity",
    id,
    definition: { type: types[type], ...(name === undefined || name === "" ? {} : { name: { [lang ?? "und"]: name } }) },
  });
  /** What opens a thing is its id. */
  const at = (scenario: string, pieces: Record<string, string>): string => `${page}#${format({ scenario, step: 0, pieces })}`;
  const exerciseAt = (exercise: string, name?: string): Activity => activity("exercise", at("", { exercise }), name);
  const courseAt = (course: string): Activity => activity("course", `${page}#course/${encodeURIComponent(course)}`);
  const runAt = (scenario: string, name?: string): Activity => activity("run", at(scenario, {}), name);

  const statement = (verb: keyof typeof verbs, object: Activity, result: Result | null, over: { parent?: Activity; course?: string | null } = {}): Statement => ({
    actor,
    verb: { id: verbs[verb], display: { "en-US": verb } },
    object,
    ...(result ? { result } : {}),
    context: {
      platform: "secondwind",
      ...(lang === undefined ? {} : { language: lang }),
      ...(registration === undefined ? {} : { registration }),
      ...(over.parent || over.course
        ? { contextActivities: { ...(over.parent ? { parent: [over.parent] } : {}), ...(over.course ? { grouping: [courseAt(over.course)] } : {}) } }
        : {}),
    },
    timestamp,
  });

  switch (message.type) {
    case "ready": {
      const object = message.exercise === null ? runAt(message.scenario, message.title) : exerciseAt(message.exercise, message.title);
      return statement("initialized", object, null, { course: message.course });
    }
    case "answered": {
      const { exercise, task, right, seconds, tries } = message;
      const marked: Result = right === null ? {} : { success: right, score: { scaled: right ? 1 : 0 } };
      const result = { ...marked, duration: duration(seconds), extensions: { [`${page}#xapi/tries`]: tries } };
      return statement("answered", activity("task", at("", { exercise, task })), result, { parent: exerciseAt(exercise), course: message.course });
    }
    case "progress": {
      const percent = message.count === 0 ? 0 : Math.floor((100 * message.done) / message.count);
      return statement("progressed", exerciseAt(message.exercise), { extensions: { [progressed]: percent } }, { course: message.course });
    }
    case "completed": {
      const { exercise, scenario, passed, right, marked, seconds } = message;
      const score = marked > 0 ? { score: { scaled: right / marked, raw: right, min: 0, max: marked } } : {};
      const result: Result = { completion: true, ...(passed === null ? {} : { success: passed, ...score }), duration: duration(seconds) };
      return statement("completed", exercise === null ? runAt(scenario ?? "") : exerciseAt(exercise), result, { course: message.course });
    }
    default:
      return null;
  }
}


// What a row expects, against what happened.

/** Compares with what is expected, which may be a part: members that are not named may be anything. */
export function fits(actual, expected, place) {
  const miss = [`${place} is ${short(actual)}, not ${JSON.stringify(expected)}`];
  if (isBound(expected)) {
    const holds = Object.entries(expected).every(([bound, value]) => {
      if (bound === "atLeast") return actual >= value;
      if (bound === "atMost") return actual <= value;
      return texts(value).every((part) => words(actual).includes(part));
    });
    return holds ? [] : miss;
  }
  if (isObject(actual) && isObject(expected)) {
    return Object.entries(expected).flatMap(([key, value]) => fits(actual[key] ?? null, value, `${place}.${key}`));
  }
  if (Array.isArray(actual) && Array.isArray(expected) && actual.length === expected.length) {
    return expected.flatMap((value, index) => fits(actual[index], value, `${place}[${index}]`));
  }
  return JSON.stringify(actual) === JSON.stringify(expected) ? [] : miss;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isLike = (actual, expected) => fits(actual, expected, "").length === 0;

function isBound(expected) {
  const keys = isObject(expected) ? Object.keys(expected) : [];
  return keys.length > 0 && keys.every((key) => ["atLeast", "atMost", "contains"].includes(key));
}

function short(value) {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length <= 1200 ? text : `${text.slice(0, 1200)}…`;
}

/** All strings in a value, one a line. */
export function words(value) {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? Object.values(value).map(words).join("\n") : "";
}

function texts(value) {
  return value === undefined || value === null ? [] : [value].flat();
}

/** Compares a list of messages with what is said of it. */
export function messagesFit(messages, expected, place) {
  const text = words(messages);
  const all = short(messages);
  return Object.entries(expected).flatMap(([key, wanted]) => {
    switch (key) {
      case "contains":
        return texts(wanted).filter((part) => !text.includes(part)).map((part) => `${place} lacks ${part}: ${all}`);
      case "lacks":
        return texts(wanted).filter((part) => text.includes(part)).map((part) => `${place} contains ${part}: ${all}`);
      case "count":
        return Object.entries(wanted).flatMap(([part, count]) => fits(text.split(part).length - 1, count, `${place}: count of ${part}`));
      case "roles":
        return fits(messages.map(({ role }) => role), wanted, `${place}: roles`);
      case "length":
        return fits(messages.length, wanted, `${place}: length`);
      case "first":
        return fits(messages[0], wanted, `${place}: first`);
      case "last":
        return fits(messages.at(-1), wanted, `${place}: last`);
      case "messages":
        return fits(messages, wanted, place);
      case "has":
        return wanted.filter((part) => !has(messages, JSON.stringify(part))).map((part) => `${place} has no ${short(part)}: ${all}`);
      case "longestData":
        return fits(Math.max(...text.split(/[^\w+/=]|_/).map((run) => run.length)), wanted, `${place}: longest run of data`);
      case "endsWith":
        return text.trimEnd().endsWith(wanted) ? [] : [`${place} does not end with ${wanted}: ${all}`];
      case "inOrder": {
        const places = wanted.map((part) => text.indexOf(part));
        const isSorted = places.every((at, index) => at >= 0 && at >= (places[index - 1] ?? 0));
        return isSorted ? [] : [`${place} has not ${wanted.join(", ")} in this order: ${all}`];
      }
      case "fenced":
        return fenceFits(text, wanted);
      case "which":
      case "maxTokens":
        return [];
      default:
        throw new Error(`nothing is known of ${key} in a list of messages`);
    }
  });
}

/** Whether a value stands somewhere in another, equal to the last byte. */
function has(value, part) {
  if (JSON.stringify(value) === part) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((member) => has(member, part));
}

/** A text stands unchanged between two tags that occur nowhere else. */
export function fenceFits(whole, text) {
  const start = whole.indexOf(`>\n${text}\n</`);
  if (start < 0) return [`${text} stands in no fence: ${whole}`];
  const name = whole.slice(whole.lastIndexOf("<", start) + 1, start);
  return [`<${name}>`, `</${name}>`]
    .map((tag) => [tag, whole.split(tag).length - 1])
    .filter(([, count]) => count !== 1)
    .map(([tag, count]) => `${tag} occurs ${count} times`);
}

/**
 * Compares all that a row says with what a run saw.
 * @param seen `requests` (each with `purpose`, `messages` and `maxTokens`), `notices`, `outcomes`, `toolRuns`, `history`,
 *   `meters`, `totals`, `threshold`, `fixed`, `notes`, `reads`, `writes`.
 */
export function runFits(seen, expected = {}) {
  const { requests, notices, outcomes, toolRuns, history, meters, totals } = seen;
  const calls = (purpose) => requests.filter((one) => one.purpose === purpose).length;
  return Object.entries(expected).flatMap(([key, wanted]) => {
    const like = (actual) => fits(actual, wanted, key);
    switch (key) {
      case "calls":
        return like({ main: calls("main"), summary: calls("summary"), provider: calls("provider"), total: totals.calls });
      case "compactions":
        return like(totals.compactions);
      case "occupancy":
      case "spend":
      case "accumulated":
        return like(meters[key].tokens);
      case "measures":
        return like(Object.fromEntries(Object.entries(meters).map(([name, size]) => [name, size.measure])));
      case "counted":
        return like(counted(notices));
      case "outcome":
        return like(outcomes.at(-1) ?? null);
      case "outcomes":
        return like(outcomes.map(({ type }) => type));
      case "threshold":
      case "fixed":
      case "notes":
      case "reads":
      case "writes":
      case "toolRuns":
      case "idle":
        return like(seen[key]);
      case "toolsRun":
        return like(Object.values(toolRuns).reduce((sum, runs) => sum + runs, 0));
      case "history":
        return messagesFit(history, wanted, "history");
      case "requests":
        return wanted.flatMap((one) => requestFits(requests, one));
      case "notices":
        return wanted.filter((one) => !notices.some((notice) => isLike(notice, one))).map((one) => {
          const near = notices.filter(({ type }) => type === one.type);
          return `no notice is ${JSON.stringify(one)}; of its type: ${short(near)}`;
        });
      case "noNotices":
        return wanted.flatMap((one) => notices.filter((notice) => isLike(notice, one)).map((notice) => `there is the notice ${short(notice)}`));
      case "noticeCounts":
        return Object.entries(wanted).flatMap(([type, count]) => fits(notices.filter((notice) => notice.type === type).length, count, type));
      case "conserved": {
        const summaries = requests.filter(({ purpose }) => purpose === "summary").map(({ messages }) => messages);
        const shown = words([summaries, history]);
        return texts(wanted).filter((tag) => !shown.includes(tag)).map((tag) => `${tag} is lost`);
      }
      default:
        throw new Error(`nothing is known of the expectation ${key}`);
    }
  });
}

/** The meters right after each counted reply of the loop. */
function counted(notices) {
  const main = notices.filter(({ type, purpose }) => type === "counted" && purpose === "main");
  const of = (meter) => main.map(({ meters }) => meters[meter].tokens);
  return { occupancy: of("occupancy"), spend: of("spend"), accumulated: of("accumulated") };
}

/** `which` is a purpose and a place: `main 1`, `summary -1` from the end, `main all`. */
function requestFits(requests, expected) {
  const { which, maxTokens } = expected;
  const [purpose, place] = which.split(" ");
  const all = requests.filter((one) => one.purpose === purpose);
  const index = Number(place);
  const chosen = place === "all" ? all : [all.at(index < 0 ? index : index - 1)].filter((one) => one !== undefined);
  if (chosen.length === 0) return [`there is no request ${which}`];
  return chosen.flatMap((request) => [
    ...messagesFit(request.messages, expected, which),
    ...(maxTokens === undefined ? [] : fits(request.maxTokens, maxTokens, `${which}: max_tokens`)),
  ]);
}

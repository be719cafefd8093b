// Rows over pure functions: streams, cuts, policies, failures, histories, notes, requests.
import { merge } from "./cases.mjs";
import { fenceFits, fits, messagesFit } from "./expect.mjs";
import { secondwind, testing } from "./package.mjs";

const { Harness, SecondwindError, classifyFailure, elide, fence, mergeNotes, mergeStream, policy, repair, truncate, violations } = secondwind;

/** What does not hold in a row that calls a function. */
export async function pureFits(row) {
  const { input, expect, dialect = "anthropic" } = row;
  switch (row.pure) {
    case "stream":
      return fits(stream(input, dialect), expect, "result");
    case "cut":
      return cut(input, expect);
    case "policy":
      return fits(limitsOf(row), expect, "result");
    case "failure":
      return fits(classifyFailure(input.status, input.code ?? "", input.message ?? ""), expect, "result");
    case "repair":
      return repaired(input, expect, dialect);
    case "mergeNotes":
      return fits(mergeNotes(input.notes, input.edit), expect, "result");
    case "fence":
      return fenceFits(fence(input.tag, input.text), input.text);
    case "strict":
      return await refused(row);
    case "loneSurrogate":
      return await loneSurrogate(input, expect);
    default:
      throw new Error(`no pure function is called ${row.pure}`);
  }
}

function stream(events, dialect) {
  const { text, usage, occupancy } = attempt(() => mergeStream(events, dialect), (error) => ({ usage: error.path }));
  if (usage === null) return { text, usage: "missing" };
  if (typeof usage === "string") return { absurd: usage.replace("usage.", "") };
  return { text, usage, occupancy, spend: occupancy };
}

function attempt(run, or) {
  try {
    return run();
  } catch (error) {
    if (error instanceof SecondwindError) return or(error);
    throw error;
  }
}

/** Cuts at every limit from the first to the last: within the limit, nothing torn, nothing miscounted. */
function cut({ text, clusters, limits: [from, to] }, { bytesEach }) {
  const faults = [];
  for (let limit = from; limit <= to; limit += 1) {
    const [head, both] = [truncate(text, limit), elide(text, limit)];
    const kept = clusters.length - head.omitted;
    if (head.text !== clusters.slice(0, kept).join("")) faults.push(`limit ${limit}: ${JSON.stringify(head)} is torn or miscounted`);
    for (const one of [head, both]) {
      if (Buffer.byteLength(one.text) > limit || /\uFFFD|\p{Surrogate}/u.test(one.text)) faults.push(`limit ${limit}: ${JSON.stringify(one)}`);
    }
    const left = clusters.length - both.omitted;
    const isWhole = Array.from({ length: left + 1 }, (_, count) => count).some((count) => {
      const [first, last] = [clusters.slice(0, count).join(""), clusters.slice(clusters.length - (left - count)).join("")];
      return both.text.startsWith(first) && both.text.endsWith(last);
    });
    if (!isWhole) faults.push(`limit ${limit}: ${JSON.stringify(both)} is torn or miscounted`);
    if (bytesEach !== undefined && kept !== Math.min(clusters.length, Math.floor(limit / bytesEach))) faults.push(`limit ${limit}: ${kept} kept`);
  }
  return faults;
}

/** The threshold of a policy, or the words that it is refused with. */
function limitsOf(row) {
  return attempt(
    () => {
      const harness = new Harness({ policy: policyOf(row.policy), fixed: row.input?.fixed ?? 0 });
      const { threshold } = harness;
      harness.free();
      return { threshold };
    },
    ({ message }) => ({ refused: message }),
  );
}

/** A policy from its base, its window, and what it sets; `threshold` stands for a ratio. */
export function policyOf({ window, base, threshold, ratio = threshold === undefined ? undefined : threshold / window, set = {} }) {
  if (base === "lesson") return merge(policy.lesson(window, ratio ?? 0.7), set);
  // The reserve is that of the base, also where a row sets how long replies may be.
  const { outputReserve } = attempt(() => policy.production(window), () => ({}));
  return policy({ window, ...(ratio !== undefined && { ratio }), outputReserve, ...set });
}

function repaired(messages, expected, dialect) {
  const mended = repair(messages, dialect);
  const again = repair(mended, dialect);
  const faults = JSON.stringify(again) === JSON.stringify(mended) ? [] : ["a second repair changes something"];
  if (mended.length > 0) {
    faults.push(...violations(mended, dialect).map((broken) => JSON.stringify(broken)));
    // The package's own check, by another hand.
    faults.push(...testing.brokenRules(mended, { dialect, replies: messages }).map(({ rule, message }) => `${rule}: ${message}`));
  }
  return [...faults, ...messagesFit(mended, expected, "repaired")];
}

/** The strict server takes what nothing is expected to be wrong with, and refuses everything else. */
async function refused({ input, expect, window, dialect = "anthropic" }) {
  const server = testing.strictServer({ dialect, replies: [testing.reply({ text: "ok" }, dialect)], ...(window && { window }) });
  const error = await server.messages.create({ model: "stub", ...input }).then(() => undefined, (thrown) => thrown);
  const wanted = expect === "" ? 0 : (expect.contains ? [expect.contains].flat() : [expect]).length;
  const found = server.refusals[0]?.reasons ?? [];
  if (wanted === 0) return found;
  return error?.status === 400 && found.length >= wanted ? [] : [`it finds ${JSON.stringify(found)}, not ${JSON.stringify(expect)}`];
}

/** Half a pair of UTF-16 is mended before it is sent, in what the user says and in what a tool returns. */
async function loneSurrogate({ utf16 }, expected) {
  const half = String.fromCharCode(...utf16);
  const asks = testing.reply({ calls: [{ id: "a", name: "look" }] });
  const client = testing.strictServer({ replies: [asks, testing.reply({ text: "done" })] });
  const options = { client, model: "stub", policy: secondwind.policy({ window: 20_000 }) };
  await secondwind.runAgent(half, [{ name: "look", input_schema: { type: "object" } }], { look: () => half }, options);
  const [user, , results] = client.requests.at(-1).messages;
  return [...fits(user.content, expected, "message"), ...fits(results.content[0].content, expected, "result")];
}

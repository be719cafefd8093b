// The same rows through `session`: the package's own shell, over the strict server, with a store and tools of the row's.
import { runFits } from "./expect.mjs";
import { secondwind, testing } from "./package.mjs";
import { policyOf } from "./pure.mjs";
import { definitions, failureOf, replyOf, scripted } from "./replies.mjs";
import { Store, notesOf } from "./store.mjs";

const { Harness, SecondwindError, estimate, notesConflict, session } = secondwind;

const CODES = { BUSY: "busy", BLANK_MESSAGE: "blank", NOT_EMPTY: "notEmpty", NOTHING_TO_COMPACT: "nothingToCompact" };

/** Why a row cannot go through a session, if so: it says what only a shell of one's own can say. */
export function whyNotSession(row) {
  const { steps, tools = {}, main = [], summaries = [], expect = {} } = row;
  if (steps.some((step) => "event" in step)) return "it feeds an event of its own";
  if (steps.some(({ rejected }) => rejected !== undefined && !Object.values(CODES).includes(rejected))) return "a session does not refuse it";
  if (Object.values(tools).some(({ tokens }) => tokens !== undefined)) return "its tools tell the size of their results";
  if (Object.values(tools).some(({ error, content }) => error === true && content !== undefined)) return "a tool fails with blocks";
  if ([...main, ...summaries].some(({ fail }) => fail?.kind !== undefined && fail.kind !== "network")) return "a failure without an error";
  return expect.idle === undefined ? undefined : "it looks at a harness";
}

/** Lets everything run that does not wait for a step. */
async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs a row; answers what does not hold. */
export async function sessionFits(row) {
  const run = new Run(row);
  await settled();
  let index = 0;
  for (const step of row.steps) {
    index += 1;
    await run.step(step);
    run.faults.push(...runFits(run.seen, step.expect).map((fault) => `step ${index}: ${fault}`));
  }
  run.faults.push(...runFits(run.seen, row.expect), ...run.end());
  return run.faults;
}

class Run {
  faults = [];
  notices = [];
  outcomes = [];
  toolRuns = {};
  #held = [];
  #replies = 0;
  #ended = [];
  /** Grows with each process; what belongs to an older one is gone. */
  #process = 0;

  constructor(row) {
    this.row = row;
    this.dialect = row.dialect ?? "anthropic";
    this.store = new Store(row);
    this.main = scripted(row.main);
    this.summaries = scripted(row.summaries);
    this.tools = definitions(row, this.dialect);
    const policy = policyOf(row.policy);
    const isMeasured = row.system !== undefined || row.toolDefinitions !== undefined;
    const fixed = isMeasured ? estimate(row.system ?? "") + estimate(JSON.stringify(this.tools)) : 0;
    const uncounted = testing.estimateRequest({ system: row.system, tools: this.tools, messages: [] }, this.dialect) - fixed;
    this.server = testing.strictServer({
      dialect: this.dialect, window: policy.window + Math.max(0, uncounted),
      replies: this.#answers(() => this.main, "main"), summaries: this.#answers(() => this.summaries, "summary"),
    });
    // A history that is emptied or taken up again is another conversation.
    const isOne = row.steps.every((step) => !("clear" in step || "reload" in step)) && row.load === undefined;
    this.client = isOne ? testing.watch(this.server) : this.server;
    // A fresh harness as a snapshot lets a row say what the fixed part is, and how its tools are called.
    const config = { policy, dialect: this.dialect, fixed, editTool: row.editTool ?? null };
    if (row.prompts !== undefined) config.prompts = row.prompts;
    const harness = new Harness(config);
    if (row.load !== undefined) {
      this.server.remember(row.load);
      harness.apply(0, { type: "loaded", messages: row.load });
    }
    this.#open(harness.snapshot());
    harness.free();
  }

  #open(snapshot) {
    const process = ++this.#process;
    const isAlive = () => process === this.#process;
    const impls = new Proxy({}, { getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }), get: (_, name) => this.#tool(name) });
    this.session = session({
      snapshot: JSON.parse(JSON.stringify(snapshot)), client: this.client, model: "stub", policy: snapshot.harness.config.policy,
      system: this.row.system, notes: notesOf(this.store, notesConflict), tools: this.tools, toolImpls: impls,
      onNotice: (notice) => {
        if (!isAlive()) return;
        this.notices.push(notice);
        this.#holdToTheRules();
      },
    });
  }

  get seen() {
    const { notices, outcomes, toolRuns, store } = this;
    const { messages: history, meters, totals } = this.session;
    const harness = Harness.restore(this.session.snapshot());
    const { threshold } = harness;
    const [{ size }] = harness.window();
    harness.free();
    const requests = this.server.requests.map((request) => ({
      purpose: request.compaction ? "provider" : this.server.summaryRequests.includes(request) ? "summary" : "main",
      messages: request.messages.filter(({ role }) => role !== "system"),
      maxTokens: request.max_tokens ?? request.max_completion_tokens,
    }));
    const { content: notes, reads, writes } = store;
    return { requests, notices, outcomes, toolRuns, history, meters, totals, threshold, fixed: size.tokens, notes, reads, writes };
  }

  *#answers(queue, kind) {
    for (;;) {
      const script = queue().shift();
      if (script === undefined) return;
      yield async () => {
        if ("meanwhile" in script) this.store.set(script.meanwhile);
        const reply = script.fail === undefined ? replyOf(this.dialect, script, ++this.#replies) : failureOf(this.dialect, script.fail);
        if (script.hold === true) await this.#hold(kind);
        return reply;
      };
    }
  }

  #hold(name) {
    return new Promise((resolve) => this.#held.push({ name, resolve }));
  }

  #tool(name) {
    return async (_, { call }) => {
      this.toolRuns[name] = (this.toolRuns[name] ?? 0) + 1;
      const script = this.row.tools?.[call] ?? this.row.tools?.[name] ?? "ok";
      if (script.hold === true) await this.#hold(`tool ${call}`);
      if (script.error === true) throw new Error(script.text);
      return script.content ?? script.text ?? script;
    };
  }

  async step(step) {
    const [key, value] = Object.entries(step)[0];
    const before = JSON.stringify(this.session.snapshot());
    let refusal;
    const begin = (promise, kind) => {
      const process = this.#process;
      const ended = (how) => process === this.#process && this.#ended.push({ kind, ...how });
      promise.then(
        (text) => ended({ text }),
        (error) => {
          if (!(error instanceof SecondwindError)) this.faults.push(`${kind} rejects with ${error}`);
          if (error.outcome === undefined) refusal = error;
          else ended({ error });
        },
      );
    };
    switch (key) {
      case "send":
        begin(this.session.send(value), "send");
        break;
      case "compact":
        begin(this.session.compact(), "compact");
        break;
      case "resume":
        begin(this.session.resume(), "resume");
        break;
      case "abort":
        this.session.abort();
        break;
      case "clear":
        await this.session.clear();
        break;
      case "release": {
        const place = this.#held.findIndex(({ name }) => name === value);
        if (place < 0) throw new Error(`nothing is held as ${value}`);
        this.#held.splice(place, 1)[0].resolve();
        break;
      }
      case "store":
        this.store.set(value);
        break;
      case "reload": {
        const saved = this.session.snapshot();
        const old = this.session;
        this.#held = [];
        this.#open(saved);
        old.free();
        begin(this.session.resume(), "resume");
        break;
      }
      case "note":
        break;
      default:
        throw new Error(`there is no step ${key}`);
    }
    await settled();
    this.#outcome();
    this.#holdToTheRules();
    if (refusal !== undefined && CODES[refusal.code] !== step.rejected) this.faults.push(`${JSON.stringify(step)} rejects: ${refusal.message}`);
    if (step.rejected === undefined) return;
    if (refusal === undefined) this.faults.push(`${JSON.stringify(step)} is taken, not rejected as ${step.rejected}`);
    if (JSON.stringify(this.session.snapshot()) !== before) this.faults.push(`${JSON.stringify(step)} is rejected and yet changes something`);
  }

  /** How the work ended, if it has, by those who waited for it: messages come before a compaction alone. */
  #outcome() {
    if (!this.session.isIdle) return;
    const ended = this.#ended.splice(0);
    const last = ended.find(({ kind }) => kind !== "compact") ?? ended[0];
    if (last === undefined || (last.kind === "resume" && last.error === undefined && last.text === undefined)) return;
    if (last.error !== undefined) this.outcomes.push(unwrapped(last.error.outcome));
    else if (last.kind === "compact") this.outcomes.push({ type: "compacted" });
    else {
      const { stop } = this.notices.findLast(({ type, purpose }) => type === "counted" && purpose === "main");
      this.outcomes.push({ type: "answered", text: last.text, stop });
    }
  }

  #holdToTheRules() {
    const saved = this.session.snapshot();
    const broken = testing.brokenRules(saved);
    this.faults.push(...broken.map(({ rule, at, message }) => `${rule} ${at}: ${message}`));
  }

  end() {
    const { refusals } = this.server;
    const broken = this.client.broken ?? [];
    const spare = this.main.length + this.summaries.length;
    this.session.free();
    return [
      ...refusals.map(({ call, reasons }) => `the strict server refuses call ${call}: ${reasons.join("; ")}`),
      ...broken.map(({ call, rule, at, message }) => `call ${call} breaks ${rule} ${at}: ${message}`),
      ...(spare > 0 && this.row.spare !== true ? [`${spare} scripted replies were not asked for`] : []),
    ];
  }
}

/** An outcome with what the server said, without what the SDK puts around it. */
function unwrapped(outcome) {
  const body = /^\d+ (\{.*\})$/s.exec(outcome.message ?? "")?.[1];
  return body === undefined ? outcome : { ...outcome, message: JSON.parse(body).error.message };
}

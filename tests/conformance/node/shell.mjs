// A scripted shell around `Harness`: performs effects from a row's script against the strict server, keeps what it saw,
// and holds every request and every saved state to the rules.
import { runFits, words } from "./expect.mjs";
import { secondwind, testing } from "./package.mjs";
import { policyOf } from "./pure.mjs";
import { definitions, failureOf, replyOf, scripted } from "./replies.mjs";
import { Store } from "./store.mjs";

const { Harness, SecondwindError, classifyFailure, estimate, violations } = secondwind;

/** The names under which a step may be refused. */
const CODES = {
  UNKNOWN_REQUEST: "unknownRequest", LATE_ANSWER: "late", WRONG_ANSWER: "wrongAnswer", BUSY: "busy", IDLE: "idle",
  BLANK_MESSAGE: "blank", NOT_EMPTY: "notEmpty", NOTHING_TO_COMPACT: "nothingToCompact", BAD_REPLY: "reply",
};

const json = (value) => JSON.stringify(value);

/** Runs a row; answers what does not hold. */
export async function shellFits(row) {
  const shell = new Shell(row);
  if (row.load !== undefined) await shell.load(row.load);
  let index = 0;
  for (const step of row.steps) {
    index += 1;
    await shell.step(step);
    shell.faults.push(...runFits(shell.seen, step.expect).map((fault) => `step ${index}: ${fault}`));
  }
  shell.faults.push(...runFits(shell.seen, row.expect));
  const spare = shell.main.length + shell.summaries.length;
  if (spare > 0 && row.spare !== true) shell.faults.push(`${spare} scripted replies were not asked for`);
  shell.harness.free();
  return shell.faults;
}

class Shell {
  faults = [];
  history = [];
  requests = [];
  notices = [];
  outcomes = [];
  toolRuns = {};
  #events = [];
  #held = [];
  #replies = 0;
  #known = [];
  #before;
  #task;

  constructor(row) {
    this.row = row;
    this.dialect = row.dialect ?? "anthropic";
    this.policy = policyOf(row.policy);
    this.tools = definitions(row, this.dialect);
    const isMeasured = row.system !== undefined || row.toolDefinitions !== undefined;
    const fixed = isMeasured ? estimate(row.system ?? "") + estimate(json(this.tools)) : 0;
    const config = { policy: this.policy, dialect: this.dialect, fixed };
    if (row.editTool !== undefined) config.editTool = row.editTool;
    if (row.prompts !== undefined) config.prompts = row.prompts;
    this.harness = new Harness(config);
    this.store = new Store(row);
    this.main = scripted(row.main);
    this.summaries = scripted(row.summaries);
    // Where the row says nothing of system and tools, they are not counted; so the server must not count them either.
    const uncounted = testing.estimateRequest(this.#body("main", [], 1), this.dialect) - fixed;
    this.server = testing.strictServer({
      dialect: this.dialect, window: this.policy.window + Math.max(0, uncounted),
      replies: this.#answers(() => this.main), summaries: this.#answers(() => this.summaries),
    });
  }

  get seen() {
    const { requests, notices, outcomes, toolRuns, history, harness, store } = this;
    const { meters, totals, threshold, isIdle: idle } = harness;
    const [{ size }] = harness.window();
    const { content: notes, reads, writes } = store;
    return { requests, notices, outcomes, toolRuns, history, meters, totals, threshold, idle, fixed: size.tokens, notes, reads, writes };
  }

  async load(messages) {
    this.#known.push(...messages);
    this.server.remember(messages);
    const isResults = ({ content }) => Array.isArray(content) && content.some(({ type }) => type === "tool_result");
    this.#task = messages.find((message) => message.role === "user" && !isResults(message))?.content;
    await this.#apply({ type: "loaded", messages });
  }

  /** The replies of one queue, made when they are asked for. */
  *#answers(queue) {
    for (;;) {
      const script = queue().shift();
      if (script === undefined) return;
      yield () => {
        if ("meanwhile" in script) this.store.set(script.meanwhile);
        this.script = script;
        if (script.fail !== undefined) return failureOf(this.dialect, script.fail);
        this.#replies += 1;
        const reply = replyOf(this.dialect, script, this.#replies);
        this.#known.push(reply);
        return reply;
      };
    }
  }

  async step(step) {
    const [key, value] = Object.entries(step)[0];
    const events = {
      send: () => ({ type: "submitted", content: value }),
      abort: () => ({ type: "aborted" }),
      compact: () => ({ type: "compactionRequested" }),
      clear: () => ({ type: "cleared" }),
      event: () => value,
      resume: () => ({ type: "resumed" }),
      release: () => {
        const place = this.#held.findIndex(({ name }) => name === value);
        if (place < 0) throw new Error(`nothing is held as ${value}`);
        return this.#held.splice(place, 1)[0].event;
      },
    };
    if (key === "note") return;
    if (key === "store") return void this.store.set(value);
    if (key === "reload") return await this.#reload();
    if (key === "clear") this.#task = undefined;
    if (key === "send" && step.rejected === undefined) this.#task ??= value;
    const before = json(this.harness.snapshot());
    let effects;
    try {
      effects = this.harness.apply(0, events[key]());
    } catch (error) {
      if (CODES[error.code] !== step.rejected) this.faults.push(`${json(step)} is rejected: ${error.message}`);
      if (json(this.harness.snapshot()) !== before) this.faults.push(`${json(step)} is rejected and yet changes something`);
      return;
    }
    if (step.rejected !== undefined) {
      this.faults.push(`${json(step)} is taken, not rejected as ${step.rejected}`);
      return;
    }
    await this.#performAll(effects);
    await this.#pump();
  }

  /** The process ends and another takes up what was saved: what was under way is lost. */
  async #reload() {
    this.#events = [];
    const saved = JSON.parse(json(this.harness.snapshot()));
    this.harness.free();
    this.harness = Harness.restore(saved);
    this.#before = undefined;
    this.history = this.harness.messages();
    await this.#apply({ type: "resumed" });
    await this.#pump();
  }

  async #pump() {
    for (let round = 0; round < 2000; round += 1) {
      const event = this.#events.shift();
      if (event === undefined) return;
      await this.#apply(event);
    }
    this.faults.push("the work does not end");
  }

  async #apply(event) {
    let effects;
    try {
      effects = this.harness.apply(0, event);
    } catch (error) {
      if (!(error instanceof SecondwindError)) throw error;
      // A reply that cannot be read leaves the call open; it counts as failed.
      if (error.code === "BAD_REPLY") this.#events.push({ type: "callFailed", request: event.request, message: error.message, kind: "other" });
      else this.faults.push(`an event is rejected: ${error.message}`);
      return;
    }
    await this.#performAll(effects);
  }

  async #performAll(effects) {
    for (const effect of effects) await this.#perform(effect);
    this.#holdToTheRules();
  }

  async #perform(effect) {
    const { type, request } = effect;
    switch (type) {
      case "append":
        this.history.push(effect.message);
        break;
      case "replace":
        this.history = effect.messages.map(({ message }) => message);
        this.#before = undefined;
        break;
      case "callModel":
        await this.#call(effect);
        break;
      case "runTool": {
        const { call, name } = effect;
        this.toolRuns[name] = (this.toolRuns[name] ?? 0) + 1;
        const script = this.row.tools?.[call] ?? this.row.tools?.[name] ?? "ok";
        const content = script.content ?? script.text ?? script;
        const event = { type: "toolReturned", request, content, isError: script.error === true };
        if (script.tokens !== undefined) event.tokens = script.tokens;
        this.#answer(script, `tool ${call}`, event);
        break;
      }
      case "writeNotes":
        this.#events.push(this.store.written(request, effect.content, effect.ifVersion));
        break;
      case "readNotes":
        this.#events.push(this.store.wasRead(request));
        break;
      case "abort":
        this.#events = this.#events.filter((event) => event.request !== request);
        break;
      case "notify":
        this.#noticed(effect.notice);
        this.notices.push(effect.notice);
        break;
      case "done":
        if (this.#before !== undefined) this.#nothingChanged("an ended compaction");
        this.outcomes.push(effect.outcome);
        break;
      default:
        this.faults.push(`nothing is known of the effect ${type}`);
    }
  }

  #answer(script, name, event) {
    if (script.hold === true) this.#held.push({ name, event });
    else this.#events.push(event);
  }

  async #call({ request, purpose, maxTokens, messages: given }) {
    const messages = given ?? [...this.history];
    const nth = this.requests.push({ purpose, messages: structuredClone(messages), maxTokens });
    if (purpose === "main") this.#holdsTheTask(nth, messages);
    this.script = {};
    const sent = await this.server.messages.create(this.#body(purpose, messages, maxTokens)).then(
      (reply) => ({ type: "replied", request, reply }),
      (error) => {
        const { status, message } = error;
        const said = this.script.fail ?? {};
        if (this.script.fail === undefined) this.faults.push(`call ${nth} (${purpose}) fails: ${message}`);
        const kind = said.kind ?? classifyFailure(status, error.code ?? error.type ?? "", said.message ?? message);
        return { type: "callFailed", request, message: said.message ?? message, kind };
      },
    );
    this.#answer(this.script, purpose, sent);
  }

  /** The request as it goes over the wire. */
  #body(purpose, messages, maxTokens) {
    const body = { model: "stub", messages };
    body[this.dialect === "openAiChat" ? "max_completion_tokens" : "max_tokens"] = maxTokens;
    if (purpose === "summary") return body;
    if (purpose === "provider") body.compaction = { type: "summarize" };
    body.tools = this.tools;
    const { system } = this.row;
    if (system !== undefined && this.dialect !== "openAiChat") body.system = system;
    if (system !== undefined && this.dialect === "openAiChat") body.messages = [{ role: "system", content: system }, ...messages];
    return body;
  }

  #holdsTheTask(nth, messages) {
    const { restart, strategy } = this.policy;
    if (!restart.pinInstructions || strategy.type === "provider" || this.#task === undefined) return;
    const all = words(messages);
    const isThere = words(this.#task).split("\n").every((line) => all.includes(line));
    if (!isThere) this.faults.push(`call ${nth} does not hold the task`);
  }

  #noticed({ type }) {
    if (type === "compactionStarted") {
      const { occupancy, accumulated } = this.harness.meters;
      this.#before = { history: [...this.history], notes: this.store.content, occupancy, accumulated };
    } else if (type === "compactionFailed") this.#nothingChanged("a failed compaction");
    else if (type === "compacted" || type === "resultsElided") this.#before = undefined;
  }

  /** Messages, notes and meters, spend aside, are as they were; what came meanwhile stands behind the old messages. */
  #nothingChanged(what) {
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined) return;
    const { occupancy, accumulated } = this.harness.meters;
    const broken = testing.brokenRules(this.history, { dialect: this.dialect, before: before.history }).filter(({ rule }) => rule === "V8");
    const isSame = this.harness.messages().length > before.history.length || json(occupancy) === json(before.occupancy);
    if (broken.length > 0 || this.store.content !== before.notes || json(accumulated) !== json(before.accumulated) || !isSame) {
      this.faults.push(`${what} changed something: ${json(this.history)}, ${json(this.harness.meters)}`);
    }
  }

  /** What must hold after every event, of the live state and of the saved one. */
  #holdToTheRules() {
    const { harness, dialect } = this;
    const messages = harness.messages();
    const isShared = messages.length === this.history.length && messages.every((message, place) => message === this.history[place]);
    if (!isShared && json(messages) !== json(this.history)) this.faults.push(`the shell's list differs: ${json(this.history)}`);
    const saved = harness.snapshot();
    const broken = testing.brokenRules(saved, { dialect, replies: this.#spoken() });
    this.faults.push(...broken.map(({ rule, at, message }) => `${rule} ${at}: ${message}`));
    if (harness.isIdle && messages.length > 0) {
      this.faults.push(...violations(messages, dialect).map((one) => `when idle: ${json(one)}`));
      this.faults.push(...testing.brokenRules(messages, { dialect }).map(({ rule, message }) => `when idle: ${rule} ${message}`));
    }
    const sum = harness.window().reduce((total, { size }) => total + size.tokens, 0);
    if (Math.min(sum, Number.MAX_SAFE_INTEGER) !== harness.meters.occupancy.tokens) this.faults.push("the parts do not sum to the occupancy");
    const again = Harness.restore(JSON.parse(json(saved)));
    if (json(again.snapshot()) !== json(saved)) this.faults.push("what was saved is not what is taken up");
    again.free();
  }

  /** The messages in replies. */
  #spoken() {
    return this.#known.map((reply) => reply?.choices?.[0]?.message ?? reply);
  }
}

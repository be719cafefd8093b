import type { ModelRequest, Pending, RecordedAnswer, Recorder, Recording } from "secondwind/course";
import { course, engine } from "../lib/engine.svelte";
import { t, words } from "../lib/i18n.svelte";
import { notices } from "../lib/notices.svelte";
import { recordingText } from "../lib/recording";
import { recordings } from "../lib/recordings.svelte";
import { session } from "../lib/session.svelte";
import { features } from "../embed/features.svelte";
import { tabShelf } from "../lib/storage";
import { Channel, Refused } from "./channel";
import { CallFailed, LiveRun, failure, type Delta, type Failure, type State } from "./driver";
import { recordedTools, resumed, startNetwork, startWorkspace, stopTests, workspaceName } from "./kit";
import { begin, choose, endpointOf, faults, reachable, refusals, usual, type Fault, type Provider, type Setup } from "./setup";
import type { Workspace } from "./workspace";

const keyShelf = "secondwind.key";

/** What a reply is made of while it comes in. */
interface Coming {
  text: string;
  thinking: string;
  tool: string;
  /** Why the call is made again, if it is. */
  again: Failure | null;
}

const nothing: Coming = { text: "", thinking: "", tool: "", again: null };

/** What of a reply that comes in is shown: its end. */
const shownAtMost = 4000;

/** The addresses that the policy of the page lets it reach. */
function allowed(): string[] {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')?.content ?? "";
  const rule = policy.split(";").map((one) => one.trim().split(/\s+/)).find(([name]) => name === "connect-src");
  return rule?.slice(1) ?? [];
}

/** A frame of another page has no live mode, unless that page allows it: the key would be typed into what looks like that page. */
const isFramed = (): boolean => window.top !== window && new URLSearchParams(location.search).get("live") !== "allow";

/** Whether a run can be set up at all; a browser without WebAssembly is told that it cannot. */
function isPossible(): boolean {
  try {
    return course().providers().length > 0;
  } catch {
    notices.replace("engine", [{ key: "live-failed-page", args: {} }]);
    return false;
  }
}

class Live {
  open = $state(false);
  /** Whether the recordings are listed while the setup is not open. */
  shelf = $state(false);
  #setup = $state.raw<Setup | null>(null);
  /** Whether a worker is there for the address that is set up. */
  connected = $state(false);
  /** Whether it holds a key; the field is empty then. */
  held = $state(false);
  /** Whether the key stays for this tab. */
  stays = $state(false);
  /** Whether the tab holds a key for the address that is set up, from now or from before it was loaded anew. */
  kept = $state(false);
  faults = $state.raw<readonly Fault[]>([]);
  state = $state.raw<State>({ name: "ready" });
  coming = $state.raw<Coming>(nothing);
  spent = $state.raw<number | null>(0);
  calls = $state(0);
  /** The recording that the run is, by its id. */
  id = $state<string | null>(null);
  /** What the tests say of the model's work, once they were run. */
  verdict = $state.raw<{ outcome: "passed" | "failed" | "unknown"; text: string } | null>(null);
  preparing = $state(false);
  /** How large the model's own window is, in tokens, where that is known. */
  modelWindow = $state<number | null>(null);
  framed = $derived(isFramed() && !features.live);
  #run: LiveRun | null = null;
  #recorder: Recorder | null = null;
  #channel: Channel | null = null;
  #workspace: Workspace | null = null;

  /** The run is under way in the page: a call, or a tool. */
  busy = $derived(this.preparing || this.state.name === "calling" || this.state.name === "tool");

  /** What the next run is set up with. It needs the engine. */
  get setup(): Setup {
    return this.#setup ?? usual();
  }

  toggle(open = !this.open): void {
    engine.with(() => {
      if (open && !isPossible()) return;
      this.open = open;
      if (open && this.#setup === null) this.#recall();
    });
  }

  choose(provider: Provider): void {
    this.change(choose(this.setup, provider));
  }

  /** A key belongs to an address: with another one, it is forgotten. Limits hold from the next call on. */
  change(setup: Setup): void {
    const isOther = setup.base !== this.setup.base || setup.dialect !== this.setup.dialect;
    this.#setup = setup;
    this.faults = [];
    if (isOther) this.forget();
    if (this.#run) this.#run.limits = this.#limits;
  }

  /** Says what is wrong with a field; it keeps the value that it had. */
  refuse(fault: Fault): void {
    this.faults = [fault];
  }

  /** Ends the worker that holds the key, and takes the key out of the tab's storage. */
  forget(): void {
    this.#channel?.close();
    this.#channel = null;
    this.connected = false;
    this.held = false;
    this.#unshelve();
  }

  /** Whether the key stays for this tab. One that stayed so far is gone at once. */
  stay(on: boolean): void {
    this.stays = on;
    if (!on) this.#unshelve();
  }

  /** The key to go on with: the one that was typed, or the one that the tab has kept. */
  keyOf(typed: string): string {
    return typed === "" && this.kept ? (shelved()?.key ?? "") : typed;
  }

  /** Begins a run. The key goes straight into the worker. */
  start(key: string): Promise<boolean> {
    return this.#prepare(key, this.setup, async () => {
      const workspace = startWorkspace();
      const task = { title: t("live-task-title"), task: t("live-task"), system: t("live-system"), tools: recordedTools, workspace: workspaceName };
      const recording = begin(this.setup, task);
      if (!(await this.#meet(key, recording, "live-bad-window-model"))) return false;
      this.#take(recordings.add(recording).id, recording, workspace, { spent: 0, calls: 0 });
      return true;
    });
  }

  /** Goes on with the recording that is open and not over, with the model that it was made with. */
  async resume(key: string): Promise<boolean> {
    const kept = recordings.find(session.scenario);
    if (!kept) return false;
    const { id, recording } = kept;
    const setup = { ...this.setup, model: recording.model };
    return this.#prepare(key, setup, async () => {
      if (recording.workspace !== workspaceName) throw new CallFailed(failure("workspace"));
      if (recording.dialect !== setup.dialect) throw new CallFailed(failure("dialect"));
      this.#setup = setup;
      const workspace = await resumed(recording);
      if (!(await this.#meet(key, recording, "live-bad-window-recording"))) return false;
      const replies = recording.answers.flatMap((answer) => ("reply" in answer ? [answer.reply] : []));
      const cost = await this.#channel!.cost(recording.model, replies);
      const spent = cost === null ? null : cost + (recording.booked ?? 0);
      this.#take(id, recording, workspace, { spent, calls: replies.length });
      return true;
    });
  }

  stop = (): void => this.#run?.stop();
  /** Goes on after a stop, a failure, a cap or a question. */
  again = (): void => {
    const { name } = this.state;
    // Only who has seen what the next call may cost has allowed it.
    if (this.connected) void this.#go(name === "asking" || name === "capped");
  };

  get #limits() {
    const { cents, calls, asks } = this.setup;
    return { price: cents === null ? null : cents * 10_000, calls, asks };
  }

  /** `how` answers whether there is a run to go on with; where there is none, it has said why. */
  async #prepare(key: string, setup: Setup, how: () => Promise<boolean>): Promise<boolean> {
    if (this.busy || this.framed || !this.#isSound(key, setup)) return false;
    this.preparing = true;
    try {
      if (!(await how())) return false;
    } catch (error) {
      const fault = error instanceof Refused ? refusals[error.path] : undefined;
      if (fault) this.refuse(fault);
      else this.#fail(error);
      return false;
    } finally {
      this.preparing = false;
    }
    void this.#go();
    return true;
  }

  #isSound(key: string, setup: Setup): boolean {
    const sources = allowed();
    this.faults = faults(setup, this.held || key.trim() !== "", (base) => reachable(base, sources, location.origin));
    return this.faults.length === 0;
  }

  /** Connects, and answers whether the model's own window is large enough: a run in another would show what cannot be. */
  async #meet(key: string, { model, policy }: Recording, fault: string): Promise<boolean> {
    await this.#connect(key.trim());
    this.modelWindow = await this.#windowOf(model);
    if (this.modelWindow === null || this.modelWindow >= policy.window) return true;
    this.refuse({ field: "window", key: fault, args: { window: this.modelWindow, needed: policy.window } });
    return false;
  }

  /** A key that is typed where none was needed so far takes the place of none. */
  async #connect(key: string): Promise<void> {
    if (this.#channel && this.connected && (this.held || key === "")) return;
    this.#channel?.close();
    this.connected = false;
    const { dialect, base } = this.setup;
    const { isOwn, isHere } = endpointOf(this.setup)!;
    // Servers other than Anthropic that speak its dialect let a web page send none of its own headers.
    const fewHeaders = dialect === "anthropic" && !isOwn;
    const channel = new Channel(await startNetwork(), { dialect, base, key, fewHeaders, isHere });
    this.#channel = channel;
    try {
      await channel.opened;
    } catch (error) {
      channel.close();
      this.#channel = null;
      throw error;
    }
    this.connected = true;
    this.held = key !== "";
    this.#shelve(key);
  }

  /** What a server does not tell is no obstacle. */
  async #windowOf(model: string): Promise<number | null> {
    return (await this.#channel!.limits(model))?.window ?? null;
  }

  #take(id: string, recording: Recording, workspace: Workspace, before: { spent: number | null; calls: number }): void {
    session.restore();
    this.id = id;
    this.verdict = null;
    this.calls = before.calls;
    this.spent = before.spent;
    this.#workspace = workspace;
    const { model } = recording;
    const ports = {
      play: (recording: Recording) => this.#play(recording),
      push: (answer: RecordedAnswer, recording: Recording) => this.#push(answer, recording),
      keep: (recording: Recording) => recordings.update(id, recording),
      call: (request: ModelRequest, signal: AbortSignal, ondelta: (delta: Delta) => void, attempts: number | null) =>
        this.#channel!.call(model, request, signal, ondelta, attempts),
      tool: (name: string, input: Record<string, unknown>, signal: AbortSignal) => work(workspace, name, input, signal),
      quote: (request: ModelRequest) => this.#channel!.quote(model, request),
      ondelta: (delta: Delta) => this.#hear(delta),
      onstate: (state: State) => this.#become(state),
    };
    this.#run = new LiveRun(recording, this.#limits, ports, before);
    recordings.lend(id);
    session.playing = false;
    // At its end, so that the page follows.
    session.load(id, words.lang, Number.MAX_SAFE_INTEGER);
  }

  async #go(allowed = false): Promise<void> {
    const run = this.#run;
    if (!run) return;
    run.limits = this.#limits;
    await run.go(allowed);
    if (run === this.#run && run.state.name === "over") await this.#judge(run);
  }

  /** Plays the recording as far as it goes. */
  #play(recording: Recording): Pending | null {
    const { Recorder } = course();
    this.#recorder?.free();
    this.#recorder = null;
    this.#recorder = new Recorder({ recording: { name: `${this.id!}.json`, text: recordingText(recording) } });
    return this.#follow(this.#recorder, recording);
  }

  #push(answer: RecordedAnswer, recording: Recording): Pending | null {
    this.#recorder!.push(answer);
    return this.#follow(this.#recorder!, recording);
  }

  /** The page follows, unless somebody looks at another run. */
  #follow(recorder: Recorder, recording: Recording): Pending | null {
    const id = this.id!;
    recordings.update(id, recording);
    if (session.scenario === id) session.follow(recorder.player());
    return recorder.pending();
  }

  #hear(delta: Delta): void {
    const { text, thinking, tool } = this.coming;
    const end = (longer: string): string => longer.slice(-shownAtMost);
    switch (delta.type) {
      case "text":
        this.coming = { ...this.coming, text: end(text + delta.text) };
        break;
      case "thinking":
        this.coming = { ...this.coming, thinking: end(thinking + delta.text) };
        break;
      case "tool":
        this.coming = { ...this.coming, tool: `${delta.name} ` };
        break;
      case "input":
        this.coming = { ...this.coming, tool: end(tool + delta.text) };
        break;
      case "again":
        // What came before the call broke off is no part of the next one.
        this.coming = { ...nothing, again: delta.failure };
    }
  }

  #become(state: State): void {
    this.coming = nothing;
    this.state = state;
    this.spent = this.#run ? this.#run.spent : 0;
    this.calls = this.#run?.calls ?? 0;
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.state = { name: "failed", failure: error instanceof CallFailed ? error.failure : failure("page", message) };
  }

  /** Runs the original tests on what the model has made. */
  async #judge(run: LiveRun): Promise<void> {
    const said = await this.#workspace!.verdict().then(
      ({ isDone, content }) => ({ outcome: isDone ? "passed" : "failed", text: content }) as const,
      (error: unknown) => ({ outcome: "unknown", text: error instanceof Error ? error.message : String(error) }) as const,
    );
    if (run === this.#run) this.verdict = said;
  }

  #shelve(key: string): void {
    if (!this.stays || key === "") return;
    const { provider, dialect, base, model } = this.setup;
    try {
      tabShelf().setItem(keyShelf, JSON.stringify({ provider, dialect, base, model, key } satisfies Shelved));
      this.kept = true;
    } catch {
      // It then has to be typed again.
    }
  }

  #unshelve(): void {
    this.kept = false;
    try {
      tabShelf().removeItem(keyShelf);
    } catch {
      // Where there is no storage, nothing is in it.
    }
  }

  /** The tab was loaded anew: a key that stayed is for the address that it stayed for. */
  #recall(): void {
    const found = shelved();
    if (!found) return;
    const { provider, dialect, base, model } = found;
    this.#setup = { ...choose(this.setup, provider), dialect, base, model };
    this.kept = true;
    this.stays = true;
  }
}

/** A key that stays for the tab, and where it belongs. */
type Shelved = Pick<Setup, "provider" | "dialect" | "base" | "model"> & { key: string };

function shelved(): Shelved | null {
  try {
    const found = JSON.parse(tabShelf().getItem(keyShelf) ?? "{}") as Partial<Shelved>;
    const isWhole = [found.provider, found.dialect, found.base, found.model, found.key].every((text) => typeof text === "string");
    return isWhole && course().providers().some(({ name }) => name === found.provider) ? (found as Shelved) : null;
  } catch {
    return null;
  }
}

/** A tool's answer. Tests that are under way are ended with the run. */
async function work(workspace: Workspace, name: string, input: Record<string, unknown>, signal: AbortSignal) {
  signal.addEventListener("abort", stopTests, { once: true });
  try {
    return await workspace.call(name, input);
  } finally {
    signal.removeEventListener("abort", stopTests);
  }
}

export const live = new Live();

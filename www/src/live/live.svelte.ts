import type { ModelRequest, Recording } from "secondwind/course";
import { cassettes } from "../lib/cassettes.svelte";
import { course, engine } from "../lib/engine.svelte";
import { t, words } from "../lib/i18n.svelte";
import { written } from "../lib/recording";
import { session } from "../lib/session.svelte";
import { Channel } from "./channel";
import { CallFailed, LiveRun, failure, type Delta, type Failure, type State } from "./driver";
import { name, recordedTools, resumed, startBench, startNetwork, type Bench } from "./kit";
import { begin, choose, faults, reachable, usual, type Fault, type Provider, type Setup } from "./setup";

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

/** A frame of another page has no live mode, unless that page's link allows it: the key would be typed into what looks like that page. */
const isFramed = (): boolean => window.top !== window && new URLSearchParams(location.search).get("live") !== "allow";

class Live {
  open = $state(false);
  /** Whether the recordings are listed while the setup is not open. */
  shelf = $state(false);
  setup = $state.raw<Setup>(usual);
  /** Whether a key is held for the address that is set up; it is in the worker, and the field is empty. */
  held = $state(false);
  /** Whether the key stays for this tab. */
  stays = $state(false);
  faults = $state.raw<readonly Fault[]>([]);
  state = $state.raw<State>({ name: "ready" });
  coming = $state.raw<Coming>(nothing);
  spent = $state.raw<number | null>(0);
  calls = $state(0);
  /** The recording that the run is, by its id. */
  id = $state<string | null>(null);
  /** What the tests say of the model's work, once they were run. */
  verdict = $state.raw<{ passed: boolean; text: string } | null>(null);
  preparing = $state(false);
  readonly framed = isFramed();
  #run: LiveRun | null = null;
  #channel: Channel | null = null;
  #bench: Bench | null = null;

  /** The run is under way in the page: a call, or a tool. */
  busy = $derived(this.preparing || this.state.name === "calling" || this.state.name === "tool");

  toggle(open = !this.open): void {
    engine.with(() => {
      this.open = open;
      if (open && !this.held) this.stays ||= this.kept() !== "";
    });
  }

  choose(provider: Provider): void {
    this.change(choose(this.setup, provider));
  }

  /** A key belongs to an address: with another one, it is forgotten. Limits hold from the next call on. */
  change(setup: Setup): void {
    const isOther = setup.base !== this.setup.base || setup.dialect !== this.setup.dialect;
    this.setup = setup;
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
    this.held = false;
    this.#unshelve();
  }

  /** Whether the key stays for this tab. */
  stay(on: boolean): void {
    this.stays = on;
    if (!on) this.#unshelve();
  }

  /** Begins a run. The key goes straight into the worker. */
  start(key: string): Promise<boolean> {
    return this.#prepare(key, async () => {
      const bench = startBench();
      const task = { title: t("live-task-title"), task: t("live-task"), system: t("live-system"), tools: recordedTools, workspace: name };
      await this.#connect(key);
      const recording = begin(this.setup, task);
      this.#take(cassettes.add(recording).id, recording, bench, { spent: 0, calls: 0 });
    });
  }

  /** Goes on with the recording that is open and not over, with the model that it was made with. */
  async resume(key: string): Promise<boolean> {
    const cassette = cassettes.find(session.scenario);
    if (!cassette) return false;
    const { id, recording } = cassette;
    this.setup = { ...this.setup, model: recording.model };
    return this.#prepare(key, async () => {
      if (recording.workspace !== name) throw new CallFailed(failure("workspace"));
      if (recording.dialect !== this.setup.dialect) throw new CallFailed(failure("dialect"));
      const bench = await resumed(recording);
      await this.#connect(key);
      const replies = recording.answers.flatMap((answer) => ("reply" in answer ? [answer.reply] : []));
      const spent = await this.#channel!.cost(recording.model, replies);
      this.#take(id, recording, bench, { spent, calls: replies.length });
    });
  }

  stop = (): void => this.#run?.stop();
  /** Goes on after a stop, a failure, a cap or a question. */
  again = (): void => {
    if (this.held) void this.#go(true);
  };

  get #limits() {
    const { cents, calls, asks } = this.setup;
    return { price: cents === null ? null : cents * 10_000, calls, asks };
  }

  async #prepare(key: string, how: () => Promise<void>): Promise<boolean> {
    if (this.busy || this.framed || !this.#isSound(key)) return false;
    this.preparing = true;
    try {
      await how();
    } catch (error) {
      this.#fail(error);
      return false;
    } finally {
      this.preparing = false;
    }
    void this.#go();
    return true;
  }

  #isSound(key: string): boolean {
    const sources = allowed();
    const given = this.held ? "held" : key;
    this.faults = faults(this.setup, given, (base) => reachable(base, sources, location.origin));
    return this.faults.length === 0;
  }

  async #connect(key: string): Promise<void> {
    if (this.#channel && this.held) return;
    this.#channel?.close();
    const { dialect, base } = this.setup;
    const channel = new Channel(await startNetwork(), { dialect, base, key: key.trim() });
    this.#channel = channel;
    try {
      await channel.opened;
    } catch (error) {
      channel.close();
      this.#channel = null;
      throw error;
    }
    this.held = true;
    this.#shelve(key.trim());
  }

  #take(id: string, recording: Recording, bench: Bench, before: { spent: number | null; calls: number }): void {
    session.restore();
    this.id = id;
    this.verdict = null;
    this.calls = before.calls;
    this.spent = before.spent;
    this.#bench = bench;
    const { model } = recording;
    const ports = {
      play: (recording: Recording) => this.#play(recording),
      call: (request: ModelRequest, signal: AbortSignal, ondelta: (delta: Delta) => void) => this.#channel!.call(model, request, signal, ondelta),
      tool: (name: string, input: Record<string, unknown>, signal: AbortSignal) => work(bench, name, input, signal),
      quote: (request: ModelRequest) => this.#channel!.quote(model, request),
      ondelta: (delta: Delta) => this.#hear(delta),
      onstate: (state: State) => this.#become(state),
    };
    this.#run = new LiveRun(recording, this.#limits, ports, before);
    cassettes.lend(id);
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

  /** Plays the recording as far as it goes. The page follows, unless somebody looks at an earlier step or at another run. */
  #play(recording: Recording) {
    const { Player } = course();
    const id = this.id!;
    const player = new Player({ recording: { name: `${id}.json`, text: written(recording) } });
    const pending = player.pending();
    const { last } = player.run;
    player.free();
    cassettes.update(id, recording);
    if (session.scenario === id) session.load(id, words.lang, session.step === session.last ? last : session.step);
    return pending;
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
    const said = await this.#bench!.workspace.verdict().then(
      ({ isDone, content }) => ({ passed: isDone, text: content }),
      (error: unknown) => ({ passed: false, text: error instanceof Error ? error.message : String(error) }),
    );
    if (run === this.#run) this.verdict = said;
  }

  #shelve(key: string): void {
    if (!this.stays || key === "") return;
    try {
      sessionStorage.setItem(keyShelf, JSON.stringify({ base: this.setup.base, key }));
    } catch {
      // It then has to be typed again.
    }
  }

  #unshelve(): void {
    try {
      sessionStorage.removeItem(keyShelf);
    } catch {
      // Where there is no storage, nothing is in it.
    }
  }

  /** The key that stays for the tab, for this address; empty where none does. */
  kept(): string {
    try {
      const { base, key } = JSON.parse(sessionStorage.getItem(keyShelf) ?? "{}") as { base?: unknown; key?: unknown };
      return base === this.setup.base && typeof key === "string" ? key : "";
    } catch {
      return "";
    }
  }
}

/** A tool's answer. Tests that are under way are ended with the run. */
async function work(bench: Bench, name: string, input: Record<string, unknown>, signal: AbortSignal) {
  const stop = (): void => bench.stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await bench.workspace.call(name, input);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

export const live = new Live();

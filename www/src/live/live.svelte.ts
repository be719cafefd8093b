import type { Recording } from "secondwind/course";
import { cassettes } from "../lib/cassettes.svelte";
import { course, engine } from "../lib/engine.svelte";
import { t, words } from "../lib/i18n.svelte";
import { written } from "../lib/recording";
import { session } from "../lib/session.svelte";
import { Channel } from "./channel";
import { CallFailed, LiveRun, type Delta, type Failure, type State } from "./driver";
import { name, recordedTools, resumed, startBench, startKeeper, type Bench } from "./kit";
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
      if (open && !this.held) this.#recallKey();
    });
  }

  choose(provider: Provider): void {
    this.change(choose(this.setup, provider));
  }

  /** A key belongs to an address: with another one, it is forgotten. */
  change(setup: Setup): void {
    const isOther = setup.base !== this.setup.base || setup.dialect !== this.setup.dialect;
    this.setup = setup;
    this.faults = [];
    if (isOther) this.forget();
  }

  /** Ends the worker that holds the key, and takes the key out of the tab's storage. */
  forget(): void {
    this.#channel?.close();
    this.#channel = null;
    this.held = false;
    try {
      sessionStorage.removeItem(keyShelf);
    } catch {
      // Where there is no storage, nothing is in it.
    }
  }

  /** Begins a run. The key goes straight into the worker. */
  async start(key: string): Promise<boolean> {
    if (this.busy || this.framed || !this.#isSound(key)) return false;
    this.preparing = true;
    this.verdict = null;
    try {
      this.#bench = startBench();
      const task = { title: t("live-task-title"), task: t("live-task"), system: t("live-system"), tools: recordedTools, workspace: name };
      await this.#connect(key);
      this.#begin(begin(this.setup, task));
    } catch (error) {
      this.#fail(error);
      return false;
    } finally {
      this.preparing = false;
    }
    void this.#go();
    return true;
  }

  /** Goes on with the recording that is open and not over. */
  async resume(key: string): Promise<boolean> {
    const cassette = cassettes.find(session.scenario);
    if (!cassette || this.busy || this.framed || !this.#isSound(key)) return false;
    this.preparing = true;
    try {
      if (cassette.recording.workspace !== name) throw new CallFailed(failure("workspace"));
      this.#bench = await resumed(session.messages, cassette.recording);
      await this.#connect(key);
      this.#take(cassette.id, cassette.recording);
    } catch (error) {
      this.#fail(error);
      return false;
    } finally {
      this.preparing = false;
    }
    void this.#go();
    return true;
  }

  stop = (): void => this.#run?.stop();
  /** Goes on after a stop, a failure, a cap or a question. */
  again = (): void => void this.#go(true);

  /** Takes new limits for the calls to come. */
  limit(setup: Setup): void {
    this.setup = setup;
    if (this.#run) this.#run.limits = this.#limits;
  }

  get #limits() {
    const { cents, calls, asks } = this.setup;
    return { price: cents === null ? null : cents * 10_000, calls, asks };
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
    const { dialect, base, model } = this.setup;
    const channel = new Channel(await startKeeper(), { dialect, base, key: key.trim() }, model.trim());
    this.#channel = channel;
    try {
      await channel.opened;
    } catch (error) {
      channel.close();
      this.#channel = null;
      throw error;
    }
    this.held = true;
    this.#keepKey(key.trim());
  }

  #begin(recording: Recording): void {
    this.#take(cassettes.add(recording).id, recording);
  }

  #take(id: string, recording: Recording): void {
    session.restore();
    this.id = id;
    this.calls = 0;
    this.spent = 0;
    this.#run = new LiveRun(recording, this.#limits, {
      play: (recording) => this.#play(recording),
      call: (request, signal, ondelta) => this.#channel!.call(request, signal, ondelta),
      tool: (name, input, signal) => this.#work(name, input, signal),
      quote: (request) => this.#channel!.quote(request),
      ondelta: (delta) => this.#hear(delta),
      onstate: (state) => this.#become(state),
    });
  }

  async #go(allowed = false): Promise<void> {
    const run = this.#run;
    if (!run) return;
    run.limits = this.#limits;
    await run.go(allowed);
    if (run === this.#run && run.state.name === "over") await this.#judge();
  }

  /** Plays the recording as far as it goes. The page follows, unless somebody looks at an earlier step. */
  #play(recording: Recording) {
    const { Player } = course();
    const player = new Player({ recording: { name: `${this.id}.json`, text: written(recording) } });
    const pending = player.pending();
    const { last } = player.run;
    player.free();
    const id = this.id!;
    const follows = session.scenario !== id || session.step === session.last;
    cassettes.update(id, recording);
    session.playing = false;
    session.load(id, words.lang, follows ? last : session.step);
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
    this.state = { name: "failed", failure: error instanceof CallFailed ? error.failure : { ...failure("page"), message } };
  }

  async #judge(): Promise<void> {
    const found = await this.#bench?.workspace.verdict();
    this.verdict = found ? { passed: found.isDone, text: found.content } : null;
  }

  async #work(name: string, input: Record<string, unknown>, signal: AbortSignal) {
    const stop = (): void => this.#bench?.stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await this.#bench!.workspace.call(name, input);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  #keepKey(key: string): void {
    if (!this.stays || key === "") return;
    try {
      sessionStorage.setItem(keyShelf, JSON.stringify({ base: this.setup.base, key }));
    } catch {
      // It then has to be typed again.
    }
  }

  /** A key that stays for the tab goes back into the worker only when a run begins; here it is only said that there is one. */
  kept(): string {
    try {
      const { base, key } = JSON.parse(sessionStorage.getItem(keyShelf) ?? "{}") as { base?: unknown; key?: unknown };
      return base === this.setup.base && typeof key === "string" ? key : "";
    } catch {
      return "";
    }
  }

  #recallKey(): void {
    this.stays ||= this.kept() !== "";
  }
}

const failure = (name: string): Failure => ({ class: name, kind: "other", message: "", status: null, retryAfter: null, requestId: null });

export const live = new Live();

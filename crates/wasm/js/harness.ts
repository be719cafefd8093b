import { readable } from "./check.js";
import { core } from "./core.js";
import { dispose } from "./dispose.js";
import { SecondwindError } from "./errors.js";
import { wellFormed } from "./text.js";
import type {
  ContextEffect, ContextEvent, HarnessConfig, Meters, Snapshot, Totals, WindowPart,
} from "./types.js";

type Api = ReturnType<typeof core.get>["api"];
type RawHarness = InstanceType<Api["RawHarness"]>;

/**
 * The loop of an agent as a state machine: events in, effects out.
 *
 * It performs nothing itself: no call, no file, no clock. `runAgent` and `session` are shells around it; write
 * another where they do not fit. Messages are held as the very objects that came in.
 *
 * It lives in the module's memory until `free()` is called or a `using` declaration ends. Where neither happens,
 * the garbage collector gives the memory back in its own time.
 *
 * After a trap every handle throws `CORE_TRAPPED`; take up the last snapshot with `Harness.restore`. After `free()`
 * it throws `USE_AFTER_FREE`.
 */
export class Harness {
  #raw: RawHarness | undefined;
  readonly #generation: number;

  /**
   * A harness with an empty history.
   * @throws SecondwindError `BAD_CONFIG` for what is no config, `BAD_POLICY` for a policy that cannot work.
   */
  constructor(config: HarnessConfig);
  /** @internal */
  constructor(config: undefined, snapshot: Snapshot | null);
  constructor(config: HarnessConfig | undefined, snapshot?: Snapshot | null) {
    const { api, generation } = core.get();
    this.#generation = generation;
    this.#raw = core.guard(generation, () =>
      snapshot === undefined ? new api.RawHarness(config as HarnessConfig) : api.RawHarness.restore(snapshot as Snapshot),
    );
    dispose(this);
  }

  /**
   * Takes up a saved harness: equal to the one that was saved.
   * @throws SecondwindError `BAD_SNAPSHOT` if another version wrote it, or if its parts contradict each other.
   */
  static restore(snapshot: Snapshot): Harness {
    return new Harness(undefined, readable("snapshot", () => wellFormed(snapshot), "BAD_SNAPSHOT") ?? null);
  }

  /**
   * Takes one event and returns what is to be done about it, in order.
   *
   * All or nothing: where it throws, the harness is as it was and no effect is owed (a trap aside). Half a character
   * (a lone surrogate) in what comes in reads as U+FFFD, since servers refuse it.
   * @param now Milliseconds since the Unix epoch. It stamps the state; a clock that goes back is held, not refused.
   * @throws SecondwindError `BAD_EVENT`, `UNKNOWN_REQUEST`, `LATE_ANSWER`, `WRONG_ANSWER`, `BUSY`, `IDLE`,
   *   `BLANK_MESSAGE`, `NOT_EMPTY` for a history that comes too late, `NOTHING_TO_COMPACT`, `BAD_INPUT` for a message with
   *   tool blocks and for what cannot be read, or `BAD_REPLY`, after which the call is still open.
   */
  apply(now: number, event: ContextEvent): ContextEffect[] {
    const fit = looked(event);
    return this.#call((raw) => raw.apply(now, fit));
  }

  /** The number of tokens at which compaction fires. */
  get threshold(): number {
    return this.#call((raw) => raw.threshold());
  }

  /** The three meters, as copies. */
  get meters(): Meters {
    return this.#call((raw) => raw.meters());
  }

  /** How many calls were made so far. */
  get totals(): Totals {
    return this.#call((raw) => raw.totals());
  }

  /** Whether a message can be submitted: no work is under way. */
  get isIdle(): boolean {
    return this.#call((raw) => raw.isIdle());
  }

  /** The slices of the window, the fixed part (id 0) first. They sum to the occupancy. */
  window(): WindowPart[] {
    return this.#call((raw) => raw.window());
  }

  /** The messages in the window, oldest first: a new array of the very objects that came in. */
  messages(): unknown[] {
    return this.#call((raw) => raw.messages());
  }

  /**
   * The harness as plain JSON data that shares nothing with it, at any moment.
   * @throws SecondwindError `BAD_SNAPSHOT` if a message holds what JSON cannot write.
   */
  snapshot(): Snapshot {
    return this.#call((raw) => raw.snapshot());
  }

  /** Gives the memory back. Calling it again does nothing. */
  free(): void {
    const raw = this.#raw;
    this.#raw = undefined;
    // What belonged to a dropped instance is gone already.
    if (raw !== undefined && core.isLive(this.#generation)) core.guard(this.#generation, () => raw.free());
  }

  #call<T>(run: (raw: RawHarness) => T): T {
    const raw = this.#raw;
    if (raw === undefined) {
      throw new SecondwindError("USE_AFTER_FREE", "this harness was freed; restore it from a snapshot to go on");
    }
    if (!core.isLive(this.#generation)) {
      throw new SecondwindError(
        "CORE_TRAPPED",
        "this harness is dead, since the core module broke off in a call; restore it from its last snapshot",
      );
    }
    return core.guard(this.#generation, () => run(raw));
  }
}

/** The event with well-formed texts. Whatever throws when it is looked at throws here, where it breaks off nothing. */
function looked(event: ContextEvent): ContextEvent {
  const reply = readable("event", () => (event?.type === "replied" ? event.reply : undefined));
  if (reply === undefined) return readable("event", () => wellFormed(event));
  const look = () => {
    // Getters of a class are no members of their own.
    const { content, choices, stop_reason: stop, usage } = (reply ?? {}) as Record<string, unknown>;
    wellFormed([content, choices, stop, usage]);
    return wellFormed(event);
  };
  return readable("event.reply", look, "BAD_REPLY");
}

/** What `using` calls. A host without `Symbol.dispose` has no `using` either. */
export interface Harness extends Disposable {}

import { SvelteMap } from "svelte/reactivity";
import { asked } from "../embed/asked";
import { brief, format, parse, secret, type Slip, type Spot } from "./fragment";
import { languages, pick } from "./i18n.svelte";
import { notices } from "./notices.svelte";
import { recall, themes, type Theme } from "./prefs.svelte";
import type { Lang } from "secondwind/course";

/** What a feature adds to the place. Null is its default, which is left out of the address. */
export interface Piece {
  /** Reads state that is reactive, so that the address follows. */
  get(): string | null;
  /** Takes a value out of a link. It throws at a value that it cannot take; the learner is told, and the default set. */
  set(value: string | null): void;
  /** Whether another value is another place in the history, as another scenario is. */
  readonly entry?: true;
  /** Whether it belongs to this page in this frame: it stays in the address, and no link, no file and no history has it. */
  readonly own?: true;
}

/** An answer that keeps a link from showing more than the learner has reached. */
export interface Stop {
  /** The last step that may be shown now. */
  hold: number;
  /** Whether the rest may be shown after all. */
  ask: Promise<boolean>;
}

/** Asked before a link opens a step; null lets it. */
export type Reveal = (to: Spot) => Stop | null;

/** The run that the place is in. */
export interface Target {
  scenarios: readonly string[];
  at(): { scenario: string; step: number };
  go(scenario: string, step: number): void;
}

/** What the place needs of a browser. */
export interface Host {
  fragment(): string;
  /** Puts the fragment into the address; `entry` makes a new entry in the history. It may throw. */
  write(fragment: string, entry: boolean): void;
  later(run: () => void, wait: number): () => void;
  now(): number;
  tell(slips: readonly Slip[]): void;
}

/** The least time between two changes of the address. Browsers refuse about 100 in 30 seconds. Unit: milliseconds. */
const rest = 400;

export class Place {
  /** Adds to a link what follows from what it names. */
  complete: (fragment: string) => string = (fragment) => fragment;
  /** Called with the fragment whenever the address has followed the state. */
  onfollow: (fragment: string) => void = () => {};
  readonly #host: Host;
  readonly #pieces = new SvelteMap<string, Piece>();
  readonly #pending = new Map<string, string>();
  #target: Target | null = null;
  #reveal: Reveal | null = null;
  #settled = false;
  #opened = 0;
  #slips: Slip[] = [];
  #written = "";
  /** What the last entry in the history stands for. */
  #entry = "";
  #last = -Infinity;
  #waiting: { fragment: string; cancel: () => void } | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Adds a piece to the place and gives it what the link that is open holds for it. Returns what takes it out again. */
  register(key: string, piece: Piece): () => void {
    if (!/^[a-z][A-Za-z0-9-]*$/.test(key) || /key$|token|secret|password/i.test(key)) throw new Error(`${key} names no piece of a place`);
    if (this.#pieces.has(key)) throw new Error(`${key} is registered twice`);
    this.#pieces.set(key, piece);
    const value = this.#pending.get(key);
    this.#pending.delete(key);
    if (value !== undefined) this.#tell(this.#give(key, piece, value));
    return () => this.#pieces.delete(key);
  }

  /** Sets what is asked before a link opens a step. Set it before the page starts, in a module. */
  beforeReveal(reveal: Reveal | null): void {
    this.#reveal = reveal;
  }

  /** Opens what the address says. */
  start(target: Target): void {
    this.#target = target;
    this.open(this.#host.fragment());
  }

  /** The features of the page are there: a key that none of them has asked for is unknown. */
  settle(): void {
    this.#settled = true;
    this.#tell(this.#unknown());
  }

  /** The address was changed from outside: a link was pasted or followed, or the history was walked. `open` may take its time. */
  changed(open = (fragment: string): void => this.open(fragment)): void {
    const fragment = this.#host.fragment();
    if (fragment !== this.#written) open(fragment);
  }

  /** Opens a place from an address or a file. What a link of this version does not name gets its default. */
  open(fragment: string): void {
    const target = this.#target;
    if (!target) return;
    this.#waiting?.cancel();
    this.#waiting = null;
    this.#written = this.#host.fragment();

    const { scenario: name, step, pieces, slips, whole } = parse(this.complete(fragment));
    const known = name !== null && target.scenarios.includes(name);
    if (name !== null && !known) slips.push({ key: "keep-link-scenario", args: { name: brief(name) } });
    const scenario = known ? name : (target.scenarios[0] ?? "");
    for (const [key, piece] of this.#pieces) {
      // A link from before there were pieces says nothing of them: what this device has chosen stays.
      if ((!whole || piece.own) && !pieces.has(key)) continue;
      const value = pieces.get(key) ?? null;
      pieces.delete(key);
      slips.push(...this.#give(key, piece, value));
    }
    this.#pending.clear();
    for (const [key, value] of pieces) this.#pending.set(key, value);

    const opened = ++this.#opened;
    const wanted = known || name === null ? step : 0;
    const stop = this.#reveal?.({ scenario, step: wanted, pieces: this.pieces() }) ?? null;
    target.go(scenario, stop ? Math.min(wanted, stop.hold) : wanted);
    void stop?.ask.then((yes) => {
      if (yes && opened === this.#opened) target.go(scenario, wanted);
    });
    const { step: reached } = target.at();
    if (!stop && reached !== wanted) slips.push({ key: "keep-link-end", args: { step: wanted, last: reached } });
    this.#entry = this.#entryOf(this.current());
    this.#slips = [];
    this.#tell(this.#settled ? [...slips, ...this.#unknown()] : slips);
  }

  /** Hands a value to a piece; one that it refuses is passed over, and the piece gets its default. */
  #give(key: string, piece: Piece, value: string | null): Slip[] {
    if (value === null && piece.get() === null) return [];
    try {
      piece.set(value);
      return [];
    } catch {
      piece.set(null);
      return [{ key: "keep-link-bad", args: { name: key, value: brief(value ?? "") } }];
    }
  }

  #unknown(): Slip[] {
    const slips = [...this.#pending.keys()].map((key) => ({ key: "keep-link-unknown", args: { name: brief(key) } }));
    this.#pending.clear();
    return slips;
  }

  /** All that is to be said of the link that is open is said together. */
  #tell(slips: readonly Slip[]): void {
    this.#slips.push(...slips);
    this.#host.tell(this.#slips);
  }

  /** The registered pieces that are not at their default. */
  pieces(): Record<string, string> {
    return this.#pieceValues(false);
  }

  #pieceValues(own: boolean): Record<string, string> {
    const found: Record<string, string> = {};
    for (const [key, piece] of this.#pieces) {
      const value = own === (piece.own ?? false) ? piece.get() : null;
      if (value !== null && !secret(value)) found[key] = value;
    }
    return found;
  }

  /** Where the page is, as a fragment. */
  current(): string {
    return format({ ...(this.#target?.at() ?? { scenario: "", step: 0 }), pieces: this.pieces() });
  }

  /** What of a place makes an entry in the history. */
  #entryOf(fragment: string): string {
    const { scenario, pieces } = parse(fragment);
    return JSON.stringify([scenario ?? "", ...[...this.#pieces].map(([key, piece]) => (piece.entry ? (pieces.get(key) ?? null) : null))]);
  }

  /**
   * Lets the address follow. Another scenario is a new entry in the history, everything else is not; many changes in a
   * short time become one.
   */
  follow(fragment = this.current()): void {
    const { scenario, step, pieces } = parse(fragment);
    const own = this.#pieceValues(true);
    const isOwned = Object.keys(own).length > 0;
    const plain = scenario === this.#target?.scenarios[0] && step === 0 && pieces.size === 0;
    const bare = plain ? "" : fragment;
    const next = isOwned ? format({ scenario: scenario ?? "", step, pieces: { ...Object.fromEntries(pieces), ...own } }) : bare;
    this.#waiting?.cancel();
    this.#waiting = null;
    if (next === this.#written) return;
    const entry = this.#entryOf(fragment) !== this.#entry;
    const wait = this.#last + rest - this.#host.now();
    if (entry || wait <= 0) this.#write(next, fragment, entry);
    else this.#waiting = { fragment, cancel: this.#host.later(() => this.flush(), wait) };
  }

  /** Writes at once what is waiting to be written. */
  flush(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    waiting.cancel();
    this.#waiting = null;
    this.#last = -Infinity;
    this.follow(waiting.fragment);
  }

  #write(next: string, fragment: string, entry: boolean): void {
    try {
      this.#host.write(next, entry);
      this.#written = next;
      this.#entry = this.#entryOf(fragment);
    } catch {
      // Some browsers refuse after many changes in a short time. The address then lags behind the page.
    }
    this.#last = this.#host.now();
    this.onfollow(fragment);
  }
}

const browser: Host = {
  fragment: () => location.hash.slice(1),
  write(fragment, entry) {
    const url = location.pathname + location.search + (fragment === "" ? "" : `#${fragment}`);
    // Entries of a frame would stand in the way back of the page that holds it.
    if (entry && asked.view === null) history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  },
  later(run, wait) {
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
  tell: (slips) => notices.replace("link", slips),
};

export const place = new Place(browser);

/** Adds a piece to the place: `register("zoom", { get, set })`. Null is the default, which is left out. */
export const register = (key: string, piece: Piece): (() => void) => place.register(key, piece);

/** The language and the theme that the page opens with: the address first (`?lang=ko`, `#v1/…?lang=ko`), then what was kept. */
export function opening(): { lang: Lang; theme: Theme | null } {
  const search = new URLSearchParams(location.search);
  const { pieces } = parse(location.hash.slice(1));
  const wanted = (key: string): string | null => pieces.get(key) ?? search.get(key);
  const lang = pick([wanted("lang"), recall("lang"), ...(navigator.languages ?? [])].filter((tag) => tag !== null));
  return { lang: languages.includes(lang) ? lang : "en", theme: themes.find((theme) => theme === wanted("theme")) ?? null };
}

/** An address that names the language or the theme would win over a later choice, so it follows the choice. */
export function reflect(choices: Readonly<Record<string, string>>): void {
  const asked = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(choices)) if (asked.has(key)) asked.set(key, value);
  const search = asked.size === 0 ? "" : `?${asked}`;
  if (search === location.search) return;
  try {
    history.replaceState(null, "", location.pathname + search + location.hash);
  } catch {
    // As with the fragment: the address lags behind.
  }
}

/** The whole address of a place, for someone else: with the language and the theme only where they are asked for. */
export function link(fragment: string, choices: { lang?: Lang; theme?: Theme }): string {
  const url = new URL(location.href);
  url.search = new URLSearchParams(choices).toString();
  url.hash = fragment;
  return url.href;
}


/** `<secondwind-playground>`: the frame, and the host's end of the protocol. */
import { frameTitles } from "virtual:frame-titles";
import { frameAddress, frameAttributes, type Wanted } from "./address";
import type {
  ErrorCode, HostContent, Init, Lang, PageContent, Place, PlaygroundEvents, Ready, SecondwindPlaygroundElement, State, Theme,
} from "./embed";
import { isRecord, longest, opened, sealed } from "./protocol";

/** The height until the frame tells its own, and the bounds of what it may tell. In CSS pixels. */
const usual = 640;
const least = 120;
const most = 20_000;
/** How long a frame that has loaded may be silent. Unit: milliseconds. */
const patience = 10_000;

/** The messages of the frame that the page hears of. */
type Told = Exclude<PageContent["type"], "hello">;
const told: readonly Told[] = ["ready", "resize", "step", "answered", "progress", "completed", "state-changed", "error"];
const isTold = (type: string): type is Told => told.some((one) => one === type);
const isState = (value: unknown): value is State => isRecord(value) && value["format"] === "secondwind-state";

/** The address of this script, where it is a plain one. The playground lies beside it. */
const script = typeof document === "undefined" ? null : document.currentScript;
const beside = script instanceof HTMLScriptElement && script.src !== "" ? new URL("./", script.src).href : null;

export class SecondwindPlayground extends HTMLElement implements SecondwindPlaygroundElement {
  static readonly observedAttributes = ["src", "exercise", "scenario", "task", "step", "lang", "theme", "label", "state", "allow-live"];

  #frame: HTMLIFrameElement | null = null;
  #origin = "";
  #ready: Ready | null = null;
  #state: State | null = null;
  /** Whether the host holds the work. */
  #held = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** Whether the state that was given cannot be read: then none is taken in its place. */
  #unread = false;
  /** Whether the element is in a page. Attributes that it begins with are no changes. */
  #stands = false;
  /** Attributes that were changed and not yet seen to. */
  #changed = new Set<string>();
  /** What was changed after the frame's address was made, and before the frame could hear of it. */
  #late = new Set<string>();
  #sent = 0;

  get ready(): Ready | null {
    return this.#ready;
  }

  get state(): State | null {
    return this.#state;
  }

  set state(state: State | null) {
    if (state !== null && !isState(state)) throw new TypeError("state must be null or what this element gave as its state");
    if (JSON.stringify(state).length > longest) throw new RangeError(`state is longer than ${longest} characters`);
    const wasHeld = this.#held;
    this.#state = state;
    this.#held = true;
    this.#unread = false;
    if (!this.#frame) return;
    if (!wasHeld) this.#build();
    else if (this.#ready) this.#post({ type: "setState", state });
    else this.#late.add("state");
  }

  goTo(place: Place): void {
    this.#post({ type: "goTo", ...place });
  }

  reset(): void {
    this.#post({ type: "reset" });
  }

  connectedCallback(): void {
    this.#stands = true;
    const text = this.getAttribute("state");
    if (text !== null && !this.#held) {
      const state = this.#parsed(text);
      this.#held = true;
      this.#unread = state === undefined;
      this.#state = state ?? null;
    }
    addEventListener("message", this.#take);
    this.#changed.clear();
    this.#build();
  }

  disconnectedCallback(): void {
    this.#stands = false;
    removeEventListener("message", this.#take);
    this.#drop();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.#stands) return;
    // Several that are set together are seen to together.
    if (this.#changed.size === 0) queueMicrotask(() => this.#follow());
    this.#changed.add(name);
  }

  #follow(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    if (!this.#stands || changed.size === 0) return;
    const text = changed.has("state") ? this.getAttribute("state") : null;
    const state = text === null ? undefined : this.#parsed(text);
    if (state !== undefined) this.state = state;
    if (changed.has("src") || (this.#frame && (changed.has("exercise") || changed.has("scenario")))) {
      this.#build();
      return;
    }
    if (changed.has("label") || changed.has("lang")) this.#name();
    if (this.#ready) this.#apply(changed);
    else for (const name of changed) this.#late.add(name);
  }

  /** Tells the frame of what was changed since its address was made. */
  #apply(changed: ReadonlySet<string>): void {
    const has = (...names: string[]): boolean => names.some((name) => changed.has(name));
    if (has("lang", "theme", "allow-live")) this.#post(this.#init(false));
    const { task, step } = this.#wanted();
    if (has("task") && task) this.goTo({ task });
    if (has("step") && step !== null && step !== undefined) this.goTo({ step });
  }

  /** The state in the attribute. One that cannot be read is told, and nothing takes its place. */
  #parsed(text: string): State | null | undefined {
    if (text.trim() === "") return null;
    try {
      const state: unknown = JSON.parse(text);
      if (isState(state) && text.length <= longest) return state;
    } catch {
      // It is told below.
    }
    this.#failSoon(text.length > longest ? "too-large" : "state-damaged", "state");
    return undefined;
  }

  #wanted(): Wanted {
    const step = this.getAttribute("step");
    return {
      exercise: this.getAttribute("exercise"),
      task: this.getAttribute("task"),
      scenario: this.getAttribute("scenario"),
      step: step !== null && /^\d{1,9}$/.test(step) ? Number(step) : null,
      lang: this.#lang,
      theme: this.#theme,
      held: this.#held,
    };
  }

  /** The language of this element, or of what it stands in. */
  get #lang(): Lang | null {
    const tag = this.closest<HTMLElement>("[lang]")?.lang.toLowerCase() ?? "";
    const base = tag.split("-")[0];
    return base === "ko" ? "ko" : base === "pt" ? "pt-BR" : base === "en" ? "en" : null;
  }

  get #theme(): Theme | null {
    const theme = this.getAttribute("theme");
    return theme === "light" || theme === "dark" || theme === "system" ? theme : null;
  }

  #page(): string | null {
    const src = this.getAttribute("src");
    try {
      const url = src === null ? beside : new URL(src, document.baseURI).href;
      return url !== null && /^https?:/.test(url) ? url : null;
    } catch {
      return null;
    }
  }

  #build(): void {
    this.#drop();
    const page = this.#page();
    if (page === null) {
      this.#failSoon("not-found", "src");
      return;
    }
    const frame = document.createElement("iframe");
    this.#origin = new URL(page).origin;
    this.#frame = frame;
    for (const [name, value] of Object.entries(frameAttributes)) frame.setAttribute(name, value);
    if (this.getAttribute("loading") === "eager") frame.loading = "eager";
    const height = Number(this.getAttribute("height") ?? usual);
    Object.assign(frame.style, { display: "block", width: "100%", border: "0", height: `${bounded(Number.isFinite(height) ? height : usual)}px` });
    frame.addEventListener("load", () => {
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => this.#ready || this.#fail("no-answer", "src"), patience);
    });
    this.#name();
    frame.src = frameAddress(page, this.#wanted());
    // What stands in the element is for pages without this script; from now on the frame stands in its place.
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (!this.style.display) this.style.display = "block";
    root.replaceChildren(frame);
  }

  #drop(): void {
    clearTimeout(this.#silence);
    this.#frame?.remove();
    this.#frame = null;
    this.#ready = null;
    this.#late.clear();
  }

  /** A frame without a name is nothing to those who cannot see it. */
  #name(): void {
    if (this.#frame) this.#frame.title = this.getAttribute("label") ?? (this.#ready?.title || frameTitles[this.#lang ?? "en"]);
  }

  #init(isFirst: boolean): Init {
    const lang = this.#lang;
    const theme = this.#theme;
    return {
      type: "init",
      features: { live: this.hasAttribute("allow-live") },
      ...(lang ? { lang } : {}),
      ...(theme ? { theme } : {}),
      ...(isFirst && this.#held ? { state: this.#state } : {}),
    };
  }

  /** To the page that the frame was made for, and to no other that it may have gone to since. */
  #post(content: HostContent): void {
    if (content.type !== "init" && !this.#ready) {
      this.#fail("not-initialised", content.type);
      return;
    }
    this.#frame?.contentWindow?.postMessage(sealed({ ...content, id: String(++this.#sent) }), this.#origin);
  }

  #take = ({ data, origin, source }: MessageEvent): void => {
    const frame = this.#frame;
    if (!frame || source !== frame.contentWindow || origin !== this.#origin) return;
    const read = opened(data);
    if (read === null || "fault" in read) return;
    const { content } = read;
    if (content.type === "hello") {
      this.#ready = null;
      // It says all of these as they are now.
      for (const name of ["lang", "theme", "allow-live", "state"]) this.#late.delete(name);
      this.#post(this.#init(true));
      return;
    }
    if (!isTold(content.type) || !this.#heard(content as unknown as PageContent)) return;
    this.#tell(content.type, content);
    if (content.type === "ready") this.#catchUp();
  };

  /** What was changed while the frame loaded. */
  #catchUp(): void {
    const late = this.#late;
    this.#late = new Set();
    if (!this.#ready) return;
    if (late.has("state")) this.#post({ type: "setState", state: this.#state });
    this.#apply(late);
  }

  /** Takes what a message says of the frame itself. False where it is not what it claims to be. */
  #heard(content: PageContent): boolean {
    switch (content.type) {
      case "ready":
        if (typeof content.title !== "string") return false;
        clearTimeout(this.#silence);
        this.#ready = content;
        this.#name();
        return true;
      case "resize":
        if (!Number.isFinite(content.height) || !this.#frame) return false;
        this.#frame.style.height = `${bounded(content.height)}px`;
        return true;
      case "state-changed":
        if (!this.#held || this.#unread || !isState(content.state)) return false;
        this.#state = content.state;
        return true;
      default:
        return true;
    }
  }

  /** Tells what is wrong with the element itself, once the scripts of its page have had the time to listen. */
  #failSoon(code: ErrorCode, at: string): void {
    const tell = (): void => this.#fail(code, at);
    if (document.readyState === "complete") queueMicrotask(tell);
    else addEventListener("load", tell, { once: true });
  }

  #fail(code: ErrorCode, at: string): void {
    this.#tell("error", { type: "error", code, at });
  }

  #tell(type: Told, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`secondwind-${type}` satisfies keyof PlaygroundEvents, { detail, bubbles: true, composed: true }));
  }
}

const bounded = (height: number): number => Math.min(most, Math.max(least, Math.ceil(height)));

import type { ErrorCode, HostContent, PageContent } from "./embed";
import { secret } from "../lib/fragment";
import { longest, opened, sealed, toFrame, version, type Fault } from "./protocol";

/** What the channel needs of a window. */
export interface Surroundings {
  /** The page that holds this one. */
  readonly parent: { postMessage(message: unknown, origin: string): void };
  listen(take: (event: Incoming) => void): () => void;
}

export type Incoming = Pick<MessageEvent, "data" | "origin" | "source">;

/**
 * The frame's end of the protocol. It listens to the page that holds it and to nobody else, and what it has to say goes to
 * the origin that this page had when it said `init`.
 */
export class Channel {
  /** Does what a message asks for. What it returns or throws as a `Refusal` is told. */
  onmessage: (content: HostContent) => void = () => {};
  readonly #around: Surroundings;
  #origin: string | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Says that the frame listens. Returns what ends it. */
  start(): () => void {
    const end = this.#around.listen((event) => this.#take(event));
    // Whoever holds the frame may know that there is one.
    this.#around.parent.postMessage(sealed({ type: "hello", versions: [version] }), "*");
    return end;
  }

  /** Tells the host, once there is one. What looks like a key is never told, and what is too long to be read is told to be. */
  send(content: PageContent): void {
    if (this.#origin === null) return;
    const message = sealed(content);
    const text = JSON.stringify(message);
    const code = secret(text) ? "withheld" : text.length > longest ? "too-large" : null;
    if (code) this.#post({ type: "error", code, at: content.type }, this.#origin);
    else this.#around.parent.postMessage(message, this.#origin);
  }

  /** What an LTI platform understands. It holds nothing but the height, and such a platform says no `init`. */
  resizeLti(height: number): void {
    this.#around.parent.postMessage({ subject: "lti.frameResize", height }, this.#origin ?? "*");
  }

  #take(event: Incoming): void {
    if (event.source !== this.#around.parent) return;
    if (this.#origin !== null && event.origin !== this.#origin) return;
    const read = opened(event.data);
    // An error is not answered: the other side might answer that.
    if (read === null || ("fault" in read ? read.type : read.content.type) === "error") return;
    if (event.origin === "null" || event.origin === "") {
      this.#post({ type: "error", code: "no-origin" }, "*");
      return;
    }
    const message = "fault" in read ? read : toFrame(read.content);
    if ("fault" in message) this.#refuse(message.fault, event.origin);
    else this.#do(message.content, event.origin);
  }

  #do(content: HostContent, origin: string): void {
    const to = content.id === undefined ? {} : { to: content.id };
    if (this.#origin === null && content.type !== "init") {
      this.#refuse({ code: "not-initialised", ...to }, origin);
      return;
    }
    this.#origin = origin;
    try {
      this.onmessage(content);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#refuse({ code: error.code, ...to, ...(error.at === undefined ? {} : { at: error.at }) }, origin);
    }
  }

  #refuse({ code, to, at }: Fault, origin: string): void {
    // What it says of the host's message is cut, and a key in it stays there.
    const kept = at !== undefined && !secret(at) ? { at } : {};
    this.#post({ type: "error", code, ...(to === undefined || secret(to) ? {} : { to }), ...kept, ...(code === "version" ? { versions: [version] } : {}) }, origin);
  }

  #post(content: PageContent, origin: string): void {
    this.#around.parent.postMessage(sealed(content), origin);
  }
}

/** Why something that a host asks for is not done. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly at: string | undefined;

  constructor(code: ErrorCode, at?: string) {
    super(at === undefined ? code : `${code}: ${at}`);
    this.code = code;
    this.at = at;
  }
}

/** The window that the page is in; null where it is in no frame. */
export const surroundings = (): Surroundings | null =>
  window.parent === window
    ? null
    : {
        parent: window.parent,
        listen(take) {
          window.addEventListener("message", take);
          return () => window.removeEventListener("message", take);
        },
      };

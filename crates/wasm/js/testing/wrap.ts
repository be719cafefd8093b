import type { Client, ModelRequest, RequestOptions } from "../client.js";
import type { DialectName } from "../types.js";

/** Stands around a call: `next` makes it, `chat` says whether it came in by `chat.completions`. */
type Around = (
  request: ModelRequest,
  options: RequestOptions | undefined,
  next: () => Promise<unknown>,
  chat: boolean,
) => unknown;

/**
 * The same client with something around each call. Its other members are those of the client.
 * @internal
 */
export function wrap<C extends Client, More extends object>(client: C, around: Around, more?: More): C & More {
  type Create = (request: ModelRequest, options?: RequestOptions) => unknown;
  const create = (owner: { create?: Create } | undefined, chat: boolean) => ({
    async create(request: ModelRequest, options?: RequestOptions): Promise<unknown> {
      return await around(request, options, async () => await owner?.create?.(request, options), chat);
    },
  });
  // The client may hold private state, which only it itself can reach; so it stays the one that is asked.
  return new Proxy({} as C & More, {
    get(_, key) {
      if (more !== undefined && key in more) return Reflect.get(more, key) as unknown;
      const value = Reflect.get(client, key) as unknown;
      if (key === "messages" && value) return create(value, false);
      if (key === "chat" && value) return { completions: create((value as { completions?: { create?: Create } }).completions, true) };
      return typeof value === "function" ? (value as (...all: unknown[]) => unknown).bind(client) : value;
    },
    has: (_, key) => (more !== undefined && key in more) || key in client,
    getPrototypeOf: () => Reflect.getPrototypeOf(client),
  });
}

/**
 * The dialect that a client of this module says it speaks, or else what the function that was called tells.
 * @internal
 */
export function dialectOf(client: object, chat: boolean): DialectName {
  const { dialect } = client as { dialect?: unknown };
  if (dialect === "anthropic" || dialect === "openAiChat") return dialect;
  return chat ? "openAiChat" : "anthropic";
}

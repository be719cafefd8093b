// What tests are made of: replies in Anthropic's shape, and agents over a stub.
import { readFileSync } from "node:fs";

import { type StubScript, stubScript } from "../dist/course.js";
import {
  type AgentOptions, type Client, type Notice, SecondwindError, type StubClient, type StubReply, type ToolImpls, policy,
  stubClient,
} from "../dist/index.js";

export const model = "stub";

let calls = 0;

/** A block that asks for a tool. */
export function use(name: string, input: unknown = {}, id = `call-${++calls}`): object {
  return { type: "tool_use", id, name, input };
}

/** A reply that asks for tools; `usage` is input and output. */
export function wants(blocks: object[], usage: [number, number] = [10, 5]): object {
  return reply(blocks, "tool_use", usage);
}

/** A reply that ends the run. */
export function says(text: string, usage: [number, number] = [10, 5], stop = "end_turn"): object {
  return reply([{ type: "text", text }], stop, usage);
}

export function reply(content: object[], stop: string, [input, output]: [number, number]): object {
  return {
    id: "msg", type: "message", role: "assistant", model, content, stop_reason: stop, stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}

/** Options over a stub with these replies, under the lesson's policy. */
export function agent<C extends Client = StubClient>(
  replies: StubReply[],
  options: Partial<Omit<AgentOptions, "client">> & { client?: C } = {},
): Omit<AgentOptions, "client"> & { client: C } {
  const client = stubClient(replies) as unknown as C;
  return { client, model, policy: policy.lesson(2000, 0.7), ...options };
}

/** A definition for each tool. */
export function defined(impls: ToolImpls): object[] {
  return Object.keys(impls).map((name) => ({ name, description: name, input_schema: { type: "object" } }));
}

/** The error that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<SecondwindError> {
  const error: unknown = await promise.then(
    (value) => new Error(`it resolved with ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof SecondwindError) return error;
  throw error as Error;
}

/** The error that a function throws. */
export function thrown(run: () => unknown): SecondwindError {
  try {
    run();
  } catch (error) {
    if (error instanceof SecondwindError) return error;
    throw error;
  }
  throw new Error("it threw nothing");
}

/** A promise and its handles. */
export function deferred<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let handles: { resolve(value: T): void; reject(error: unknown): void } | undefined;
  const promise = new Promise<T>((resolve, reject) => (handles = { resolve, reject }));
  return { promise, ...(handles as NonNullable<typeof handles>) };
}

/** Lets everything that is ready run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** The reference run of the lesson, and its tools. */
export function orderRace(lang: "en" | "pt-BR" | "ko" = "en"): StubScript & { impls: ToolImpls } {
  const folder = new URL("../../../course/lesson-6/scenarios/", import.meta.url);
  const file = (name: string) => ({ name, text: readFileSync(new URL(name, folder), "utf8") });
  const script = stubScript({
    scenario: file("order-race.toml"),
    texts: [file(`order-race/${lang}.toml`), file("order-race/common.toml")],
  });
  const impl = (_: unknown, { call }: { call: string }) => {
    const { text, isError } = script.results[call] ?? { text: `no result for ${call}`, isError: true };
    if (isError) throw new Error(text);
    return text;
  };
  return { ...script, impls: Object.fromEntries(script.tools.map(({ name }) => [name, impl])) };
}

/** Collects notices, by type. */
export function notices(): {
  all: Notice[];
  onNotice: (notice: Notice) => void;
  of: <T extends Notice["type"]>(type: T) => Extract<Notice, { type: T }>[];
} {
  const all: Notice[] = [];
  return {
    all,
    onNotice: (notice) => void all.push(notice),
    of: (type) => all.filter((notice): notice is Extract<Notice, { type: typeof type }> => notice.type === type),
  };
}

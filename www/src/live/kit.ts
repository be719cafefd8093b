import { start as startNetwork } from "virtual:network";
import { start as startSandbox } from "virtual:sandbox";
import type { Recording, ShownMessage } from "secondwind/course";
import { course } from "../lib/engine.svelte";
import { Sandbox, type Port } from "./sandbox";
import { tools } from "./tools";
import { Workspace } from "./workspace";

/** The name of the workspace in recordings. */
export const name = "order-service";

export const recordedTools: Recording["tools"] = tools.map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema }));

// A Worker is all of a port, but says less of what comes out of it.
const sandbox = new Sandbox(startSandbox as () => Promise<Worker & Port>);

/** A workspace whose tests can be stopped. */
export interface Bench {
  workspace: Workspace;
  stop(): void;
}

/** A workspace as it is at first. Its files come with the engine. */
export function startBench(): Bench {
  const { bench, files } = course();
  return { workspace: new Workspace(files, { run: sandbox.run, bench }), stop: () => sandbox.stop() };
}

/** The tool calls of a run that were answered, in order. `answered` is how many results came in. */
export function answered(messages: readonly ShownMessage[], count: number): { tool: string; input: unknown }[] {
  const calls = messages.flatMap(({ parts }) => parts).filter(({ type, tool }) => type === "call" && tool !== "update_notes");
  return calls.slice(0, count).map(({ tool, text }) => ({ tool: tool ?? "", input: parsed(text) }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}

/** A workspace as it is after the calls of a run. Only what was written changes it. */
export async function resumed(messages: readonly ShownMessage[], recording: Recording): Promise<Bench> {
  const bench = startBench();
  const results = recording.answers.filter((answer) => "result" in answer).length;
  for (const { tool, input } of answered(messages, results)) {
    if (tool === "write_file") await bench.workspace.call(tool, input);
  }
  return bench;
}

/** Starts the worker that holds the key. */
export const startKeeper = startNetwork;

import { start as startSandbox } from "virtual:sandbox";
import type { Recording } from "secondwind/course";
import { course } from "../lib/engine.svelte";
import { recordingText } from "../lib/recording";
import type { FileRun } from "./results";
import { Sandbox, type Port } from "./sandbox";
import type { Order } from "./sandbox.worker";
import { tools } from "./tools";
import { Workspace } from "./workspace";

export { start as startNetwork } from "virtual:network";

/** The name of the workspace in recordings. */
export const workspaceName = "order-service";

export const recordedTools: Recording["tools"] = tools.map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema }));

// A Worker is all of a port, but says less of what comes out of it.
const sandbox = new Sandbox(startSandbox as () => Promise<Worker & Port<Order, FileRun[]>>);

const runTests = (files: ReadonlyMap<string, string>, paths: readonly string[]): Promise<FileRun[]> =>
  sandbox.run({ files, paths });

/** Ends the tests that are under way, in any workspace. */
export const stopTests = (): void => sandbox.stop();

/** A workspace as it is at first. Its files come with the engine. */
export function startWorkspace(): Workspace {
  const { files, originals } = course();
  return new Workspace(files, { run: runTests, originals });
}

/**
 * A workspace as it is after the answers of a recording. What was written is written again, at the places where the
 * recording has the results; nothing else changes the files.
 */
export async function resumed(recording: Recording): Promise<Workspace> {
  const { Recorder } = course();
  const workspace = startWorkspace();
  const begun = recordingText({ ...recording, answers: [] });
  const recorder = new Recorder({ recording: { name: workspaceName, text: begun } });
  try {
    for (const answer of recording.answers) {
      const pending = "result" in answer ? recorder.pending() : null;
      if (pending?.type === "tool" && pending.name === "write_file") await workspace.call(pending.name, pending.input);
      recorder.push(answer);
    }
  } finally {
    recorder.free();
  }
  return workspace;
}

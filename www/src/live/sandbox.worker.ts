import type { FileRun } from "./results";
import { runTests } from "./runner";

export interface Order {
  files: ReadonlyMap<string, string>;
  paths: readonly string[];
}

export type Answer = { runs: FileRun[] } | { fault: string };

self.onmessage = async ({ data }: MessageEvent<Order>): Promise<void> => {
  const answer: Answer = await runTests(data.files, data.paths).then(
    (runs) => ({ runs }),
    (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
  self.postMessage(answer);
};

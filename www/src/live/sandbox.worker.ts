import type { FileRun } from "./results";
import { runTests } from "./runner";
import type { Answer } from "./sandbox";

export interface Order {
  files: ReadonlyMap<string, string>;
  paths: readonly string[];
}


self.onmessage = async ({ data }: MessageEvent<Order>): Promise<void> => {
  const answer: Answer<FileRun[]> = await runTests(data.files, data.paths).then(
    (done) => ({ done }),
    (error: unknown) => ({ fault: error instanceof Error ? error.message : String(error) }),
  );
  self.postMessage(answer);
};

import { expect, test } from "vitest";
import type { FileRun } from "../src/live/results";
import { Sandbox, type Answer as AnswerOf, type Port as PortOf } from "../src/live/sandbox";
import type { Order } from "../src/live/sandbox.worker";

type Answer = AnswerOf<FileRun[]>;
type Port = PortOf<Order, FileRun[]>;

/** Workers that answer as the given function does; null is no answer. */
function workers(answer: (order: Order, start: number) => Answer | null) {
  const made: (Port & { isEnded: boolean })[] = [];
  const start = async (): Promise<Port> => {
    const number = made.length;
    const port: (typeof made)[number] = {
      isEnded: false,
      onmessage: null,
      onerror: null,
      postMessage(order) {
        const data = answer(order, number);
        if (data) queueMicrotask(() => port.onmessage?.({ data }));
      },
      terminate() {
        port.isEnded = true;
      },
    };
    made.push(port);
    return port;
  };
  return { made, start };
}

const answered = ({ paths }: Order): Answer => ({ done: paths.map((path) => ({ path, tests: [], problem: null, output: [] })) });
const files = new Map([["a.test.js", ""]]);

test("one Worker serves all runs, one after the other", async () => {
  const { made, start } = workers(answered);
  const sandbox = new Sandbox(start);
  const runs = await Promise.all(["a", "b", "c"].map((path) => sandbox.run({ files, paths: [path] })));
  expect(runs.map(([one]) => one!.path)).toEqual(["a", "b", "c"]);
  expect(made).toHaveLength(1);
});

test("a Worker that does not answer is ended, and the next run gets another", async () => {
  const { made, start } = workers((order, number) => (number === 0 ? null : answered(order)));
  const sandbox = new Sandbox(start, 20);
  const [stuck, next] = await Promise.allSettled([sandbox.run({ files, paths: ["a"] }), sandbox.run({ files, paths: ["b"] })]);
  expect(stuck).toMatchObject({ status: "rejected", reason: { message: "the tests did not answer within 0.02 s and were stopped" } });
  expect(next).toMatchObject({ status: "fulfilled", value: [{ path: "b" }] });
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test("a run is stopped, and the next one goes on", async () => {
  const { made, start } = workers((order, number) => (number === 0 ? null : answered(order)));
  const sandbox = new Sandbox(start);
  const run = sandbox.run({ files, paths: ["a"] });
  await new Promise((resolve) => setTimeout(resolve));
  sandbox.stop();
  await expect(run).rejects.toThrow("the tests were stopped");
  expect(await sandbox.run({ files, paths: ["b"] })).toHaveLength(1);
  expect(made[0]!.isEnded).toBe(true);
  sandbox.stop();
  sandbox.stop();
  await new Promise((resolve) => setTimeout(resolve));
  expect(made[1]!.isEnded).toBe(true);
});

test("a script that does not come is asked for again", async () => {
  const { start } = workers(answered);
  let tries = 0;
  const sandbox = new Sandbox(async () => {
    tries += 1;
    if (tries === 1) throw new Error("sandbox.js did not load");
    return start();
  });
  await expect(sandbox.run({ files, paths: ["a"] })).rejects.toThrow("sandbox.js did not load");
  expect(await sandbox.run({ files, paths: ["a"] })).toHaveLength(1);
});

test("a Worker that fails says so", async () => {
  const { made, start } = workers(() => ({ fault: "no WebAssembly" }));
  await expect(new Sandbox(start).run({ files, paths: ["a"] })).rejects.toThrow("no WebAssembly");
  expect(made[0]!.isEnded).toBe(true);
});

test("a run tests the files as they were when it was asked for", async () => {
  const seen: Order[] = [];
  const { start } = workers((order) => {
    seen.push(order);
    return answered(order);
  });
  const live = new Map(files);
  const run = new Sandbox(start).run({ files: live, paths: ["a.test.js"] });
  live.set("a.test.js", "changed");
  await run;
  expect(seen[0]!.files.get("a.test.js")).toBe("");
});

// A program that a Worker does not come back from.
import type { CodeTask, Course, Verdict } from "secondwind/course";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../src/live/sandbox";

const made = vi.hoisted((): { isEnded: boolean }[] => []);
vi.mock("virtual:trials", () => ({
  start: async () => {
    const worker = { isEnded: false, onmessage: null, onerror: null, postMessage() {}, terminate() { worker.isEnded = true; } };
    made.push(worker);
    return worker;
  },
}));
vi.mock("../src/lib/engine.svelte", () => ({ course: () => ({ runOf: () => ({ free() {} }) }) }));

afterEach(() => void vi.useRealTimers());

test("is told as stuck, and its Worker is ended", async () => {
  vi.useFakeTimers();
  const { tryText } = await import("../src/lib/programs");
  const task = { id: "fix", trials: [{ run: { scenario: "one", patch: {} } }, { run: { scenario: "two", patch: {} }, held: true }] } as unknown as CodeTask;
  const ends: unknown[] = [];
  const course = {
    view: { languages: ["en"] },
    scenario: () => ({ scenario: { name: "", text: "" }, texts: [] }),
    programOf: () => "",
    gradeProgram(_exercise: string, _task: string, _text: string, tried: { end: unknown }[]) {
      ends.push(...tried.map(({ end }) => end));
      return { outcome: "did-not-finish", code: "stuck" } as unknown as Verdict;
    },
  } as unknown as Course;
  const trying = tryText(course, "storm-fix", task, "for (;;);", "en");
  await vi.advanceTimersByTimeAsync(patience - 1);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1);
  expect((await trying).verdict.code).toBe("stuck");
  expect(ends).toEqual([{ kind: "stuck" }, { kind: "stuck" }]);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true]);
});

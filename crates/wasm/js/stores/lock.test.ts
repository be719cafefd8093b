import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { fileNotes } from "../../dist/stores/file.js";

const { lock } = (await import("../../dist/stores/lock.js")) as unknown as typeof import("./lock.js");

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return { ...real, open: vi.fn(real.open) };
});

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secondwind-lock-"));
  path = join(folder, "NOTES.md.lock");
});

afterEach(() => rm(folder, { recursive: true }));

/** Makes the lock look as if its holder had died a minute ago. */
function age(): void {
  const longAgo = Date.now() / 1000 - 60;
  for (const token of readdirSync(path)) utimesSync(join(path, token), longAgo, longAgo);
}

/** Whether a promise is still open after a while. */
function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setTimeout(resolve, 100, true))]);
}

test("a lock keeps the next one out until it is released, and leaves nothing behind", async () => {
  const first = await lock(path);
  const second = lock(path);
  expect(await isWaiting(second)).toBe(true);
  expect(await first.isHeld()).toBe(true);
  await first.release();
  expect(await (await second).isHeld()).toBe(true);
  expect(await first.isHeld()).toBe(false);
  await (await second).release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a stale lock is taken over, and whoever lost it does not release that of the next one", async () => {
  const slow = await lock(path);
  age();
  const next = await lock(path);
  expect([await slow.isHeld(), await next.isHeld()]).toEqual([false, true]);
  await slow.release();
  expect(await next.isHeld()).toBe(true);
  const third = lock(path);
  expect(await isWaiting(third)).toBe(true);
  await next.release();
  await (await third).release();
});

test("one that was waited for longer than a lock lives is fresh when it is taken", async () => {
  const first = await lock(path);
  const second = lock(path);
  expect(await isWaiting(second)).toBe(true);
  const own = readdirSync(folder).find((name) => name !== "NOTES.md.lock") ?? "";
  const longAgo = Date.now() / 1000 - 60;
  for (const token of readdirSync(join(folder, own))) utimesSync(join(folder, own, token), longAgo, longAgo);
  await first.release();
  await second;
  const third = lock(path).then((held) => held.release());
  expect(await isWaiting(third)).toBe(true);
  await (await second).release();
  // Its retries would race with the cleaning up.
  await third;
});

test("of all that find a stale lock, one at a time gets it", async () => {
  await lock(path);
  age();
  let holders = 0;
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      const held = await lock(path);
      seen.push(++holders);
      await new Promise((resolve) => setTimeout(resolve, 1));
      holders -= 1;
      await held.release();
    }),
  );
  expect(seen).toEqual(Array(30).fill(1));
  expect(readdirSync(folder)).toEqual([]);
});

test("what stands in its place and is no lock is left alone", async () => {
  mkdirSync(path);
  writeFileSync(join(path, "mine.txt"), "");
  age();
  await expect(lock(path)).rejects.toThrow("NOTES.md.lock is in the way");
  expect(readdirSync(path)).toEqual(["mine.txt"]);
  expect(readdirSync(folder)).toEqual(["NOTES.md.lock"]);
});

test("a write that lost its lock on the way sees what was written meanwhile", async () => {
  const file = join(folder, "NOTES.md");
  symlinkSync(file, join(folder, "link.md"));
  const { version } = await fileNotes(file).write("old");
  // Other paths queue up apart, as other processes do.
  vi.mocked(open).mockImplementationOnce(async (...args) => {
    age();
    await fileNotes(join(folder, "link.md")).write("theirs", version);
    return open(...args);
  });
  await expect(fileNotes(file).write("mine", version)).rejects.toMatchObject({ code: "NOTES_CONFLICT" });
  expect(readFileSync(file, "utf8")).toBe("theirs");
  expect(readdirSync(folder).sort()).toEqual(["NOTES.md", "link.md"]);
});

test("processes that start from a stale lock lose no update", async () => {
  mkdirSync(path);
  writeFileSync(join(path, crypto.randomUUID()), "");
  age();
  const script = `
    import { fileNotes } from ${JSON.stringify(new URL("../../dist/stores/file.js", import.meta.url).href)};
    const notes = fileNotes(process.argv[1]);
    for (let done = 0; done < 10; ) {
      const { content, version } = await notes.read();
      await notes.write(String(Number(content) + 1), version).then(() => (done += 1), (error) => {
        if (error.code !== "NOTES_CONFLICT") throw error;
      });
    }`;
  const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, join(folder, "NOTES.md")]);
  await Promise.all([run(), run(), run(), run()]);
  expect(readFileSync(join(folder, "NOTES.md"), "utf8")).toBe("40");
  expect(readdirSync(folder)).toEqual(["NOTES.md"]);
}, 30_000);

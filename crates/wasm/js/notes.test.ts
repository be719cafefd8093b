import { mkdtempSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type NotesStore, SecondwindError, memoryNotes } from "../dist/index.js";
import { fileNotes } from "../dist/stores/file.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secondwind-notes-"));
});

afterEach(() => rm(folder, { recursive: true }));

const stores: [string, () => NotesStore][] = [
  ["in memory", () => memoryNotes()],
  ["in a file", () => fileNotes(join(folder, "NOTES.md"))],
];

describe.each(stores)("notes %s", (_, make) => {
  test("read as null until they are written", async () => {
    const notes = make();
    expect((await notes.read()).content).toBeNull();
    await notes.write("");
    expect((await notes.read()).content).toBe("");
  });

  test("are overwritten wholesale, and return the version that a read returns", async () => {
    const notes = make();
    await notes.write("long text with é and 한글\n");
    const { version } = await notes.write("short");
    expect(await notes.read()).toEqual({ content: "short", version });
  });

  test("are written over the expected version only", async () => {
    const notes = make();
    const { version: none } = await notes.read();
    const { version: first } = await notes.write("first", none);
    const late = Promise.resolve().then(() => notes.write("late", none));
    await expect(late).rejects.toMatchObject({ code: "NOTES_CONFLICT" });
    await expect(late).rejects.toBeInstanceOf(SecondwindError);
    expect((await notes.read()).content).toBe("first");
    await notes.write("second", first);
    expect((await notes.read()).content).toBe("second");
  });

  test("lose no update of two writers that start from the same version", async () => {
    const notes = make();
    const { version } = await notes.read();
    const attempt = (text: string) => Promise.resolve().then(() => notes.write(text, version));
    const results = await Promise.allSettled(["a", "b", "c", "d"].map(attempt));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("notes in a file", () => {
  test("are shared by all stores over that file, whatever they call it", async () => {
    const path = join(folder, "NOTES.md");
    symlinkSync(path, join(folder, "link.md"));
    await fileNotes(path).write("one");
    const stores = [fileNotes(path), fileNotes(join(folder, ".", "NOTES.md")), fileNotes(join(folder, "link.md"))];
    const { version } = await fileNotes(path).read();
    const results = await Promise.allSettled(stores.map((store, index) => store.write(`${index}`, version)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(readFileSync(path, "utf8")).toMatch(/^[012]$/);
  });

  test("leave nothing beside the file", async () => {
    const notes = fileNotes(join(folder, "deep", "NOTES.md"));
    const { version } = await notes.write("x");
    await notes.write("y", version);
    await notes.write("z", version).catch(() => undefined);
    expect(readdirSync(join(folder, "deep"))).toEqual(["NOTES.md"]);
  });

  test("keep the old content when a write fails", async () => {
    const path = join(folder, "NOTES.md");
    await fileNotes(path).write("old");
    await expect(fileNotes(path).write(5 as never)).rejects.toMatchObject({ code: "BAD_INPUT", path: "content" });
    expect(await fileNotes(path).read()).toMatchObject({ content: "old" });
    expect(readdirSync(folder)).toEqual(["NOTES.md"]);
  });

  test("keep the mode of the file", async () => {
    const path = join(folder, "NOTES.md");
    writeFileSync(path, "old");
    await chmod(path, 0o600);
    await fileNotes(path).write("new");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("report what is no file", async () => {
    await expect(Promise.resolve(fileNotes(folder).read())).rejects.toMatchObject({ code: "EISDIR" });
    await expect(fileNotes(folder).write("x")).rejects.toMatchObject({ code: "EISDIR" });
    expect(readdirSync(folder)).toEqual([]);
  });
});

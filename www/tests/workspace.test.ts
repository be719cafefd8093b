import { describe, expect, test } from "vitest";
import { tools } from "../src/live/tools";
import { limits, Workspace, type Files } from "../src/live/workspace";

const small: Files = { "README.md": "# Shop\n", "src/orders.js": "one\ntwo\nthree\nfour\n", "tests/orders.test.js": "", "docs/a b.md": "x" };

function open(files: Files = small): Workspace {
  const run = async (_: unknown, paths: readonly string[]) => paths.map((path) => ({ path, tests: [], problem: null, output: [] }));
  return new Workspace(files, { run, originals: {} });
}

const fine = async (workspace: Workspace, name: string, input: unknown): Promise<string> => {
  const { content, isError } = await workspace.call(name, input);
  expect([content, isError]).toEqual([content, false]);
  return content;
};
const fault = async (workspace: Workspace, name: string, input: unknown): Promise<string> => {
  const before = JSON.stringify(workspace.files());
  const { content, isError } = await workspace.call(name, input);
  expect([content, isError]).toEqual([content, true]);
  expect(JSON.stringify(workspace.files())).toBe(before);
  return content;
};

test("tools are told as providers want them", () => {
  expect(tools.map(({ name }) => name)).toEqual(["list_files", "read_file", "write_file", "run_tests"]);
  for (const { description, input_schema } of tools) {
    expect(description).toMatch(/\.$/);
    expect(input_schema.required.every((key) => Object.hasOwn(input_schema.properties, key))).toBe(true);
  }
});

describe("list_files", () => {
  test("lists all, or what is below a folder", async () => {
    expect(await fine(open(), "list_files", {})).toBe("README.md (7)\ndocs/a b.md (1)\nsrc/orders.js (19)\ntests/orders.test.js (0)");
    for (const path of ["src", "src/", "./src", "/src", "src/../src", "src\\"]) {
      expect(await fine(open(), "list_files", { path })).toBe("src/orders.js (19)");
    }
  });

  test("says which folder is not there", async () => {
    expect(await fault(open(), "list_files", { path: "lib" })).toBe("There is no folder lib. list_files shows what there is.");
  });
});

describe("read_file", () => {
  test.each([
    [{}, "one\ntwo\nthree\nfour\n"],
    [{ start_line: 2, end_line: 3 }, "two\nthree"],
    [{ start_line: 3 }, "three\nfour"],
    [{ end_line: 1 }, "one"],
    [{ start_line: 4, end_line: 99 }, "four"],
  ])("gives the lines %o", async (range, text) => {
    expect(await fine(open(), "read_file", { path: "src/orders.js", ...range })).toBe(text);
  });

  test.each([{ start_line: 0 }, { start_line: 5 }, { start_line: 3, end_line: 2 }, { end_line: -1 }])("has no lines %o", async (range) => {
    expect(await fault(open(), "read_file", { path: "src/orders.js", ...range })).toContain("src/orders.js has the lines 1 to 4;");
  });

  test.each([
    ["orders.js", "Did you mean src/orders.js?"],
    ["src/order.js", "Did you mean src/orders.js?"],
    ["SRC/ORDERS.JS", "Did you mean src/orders.js?"],
    ["readme", "Did you mean README.md?"],
    ["completely/elsewhere.py", "list_files shows what there is."],
    ["src", "src is a folder."],
    [".", ". is a folder."],
  ])("says what is near %s", async (path, way) => {
    expect(await fault(open(), "read_file", { path })).toContain(way);
  });

  test("a long file comes in parts that join to the whole", async () => {
    const text = Array.from({ length: 3000 }, (_, index) => `line ${index + 1} 😀`).join("\n");
    const workspace = open({ "long.txt": text });
    let [whole, start] = ["", 1];
    for (;;) {
      const part = await fine(workspace, "read_file", { path: "long.txt", start_line: start });
      expect(part.length).toBeLessThanOrEqual(limits.result);
      const [, lines, next] = /^([\s\S]*)… \d+ more characters\. Read on with start_line (\d+)\.$/.exec(part) ?? [];
      whole += lines ?? part;
      if (next === undefined) break;
      start = Number(next);
    }
    expect(whole).toBe(text);
  });

  test("a line that is too long is cut between characters, and the rest is counted", async () => {
    const text = "😀".repeat(20_000);
    const content = await fine(open({ "wide.txt": `x${text}` }), "read_file", { path: "wide.txt" });
    expect(content).toMatch(/^x(😀)+… \d+ more characters$/u);
    const [, shown, left] = /^(.*)… (\d+) more characters$/su.exec(content)!;
    expect(shown!.length + Number(left)).toBe(text.length + 1);
  });
});

describe("write_file", () => {
  test.each([
    ["new/deep/file.js", "a\nb\n", "new/deep/file.js: created, 2 lines"],
    ["empty.js", "", "empty.js: created, 0 lines"],
    ["src/orders.js", "one\ntwo\nthree\nfour\n", "src/orders.js: unchanged"],
    ["src/orders.js", "one\ntwo\n2.5\nthree\nfour\n", "src/orders.js: 1 line added after line 2"],
    ["src/orders.js", "one\nfour\n", "src/orders.js: 2 lines removed after line 1"],
    ["src/orders.js", "one\nTWO\nand\nthree\nfour\n", "src/orders.js: 1 line replaced by 2 after line 1"],
    ["src/orders.js", "one\ntwo\nthree\nfour", "src/orders.js: its last line break changed"],
    ["src/orders.js", "", "src/orders.js: 4 lines removed after line 0"],
  ])("%s: says what changed", async (path, content, told) => {
    const workspace = open();
    expect(await fine(workspace, "write_file", { path, content })).toBe(told);
    expect(workspace.files()[path]).toBe(content);
  });

  test.each([
    ["", "path must name a file"],
    ["src", "src is a folder."],
    ["README.md/more", "README.md is a file, so nothing can be below it."],
    ["../outside.js", "leads out of the workspace"],
    ["src/../../outside.js", "leads out of the workspace"],
    ["..\\..\\outside.js", "leads out of the workspace"],
    ["/../etc/passwd", "leads out of the workspace"],
    ["a\0b", "no control characters"],
    ["a\nb", "no control characters"],
    ["a\ud800b", "no halves of characters"],
    ["x".repeat(201), "A path has at most 200 characters."],
  ])("refuses the path %j", async (path, why) => {
    const content = await fault(open(), "write_file", { path, content: "x" });
    expect(content).toContain(why);
    expect(content).not.toMatch(/\p{Surrogate}/u);
  });

  test("names that mean something to JavaScript are names like others", async () => {
    const workspace = open();
    for (const path of ["__proto__", "constructor", "src/toString", "hasOwnProperty"]) {
      expect(await fault(workspace, "read_file", { path })).toContain("There is no file");
      await fine(workspace, "write_file", { path, content: path });
      expect(await fine(new Workspace(workspace.files(), { run: async () => [], originals: {} }), "read_file", { path })).toBe(path);
    }
    expect(({} as Record<string, unknown>)["src/toString"]).toBeUndefined();
  });

  test("halves of characters become whole ones, and NUL is refused", async () => {
    const workspace = open();
    await fine(workspace, "write_file", { path: "odd.txt", content: "a\udc00b\ud83d\ude00" });
    expect(workspace.files()["odd.txt"]).toBe("a\uFFFDb😀");
    expect(await fault(workspace, "write_file", { path: "nul.txt", content: "a\0" })).toContain("NUL");
  });

  test("sizes count in bytes, and say what is left", async () => {
    const workspace = open({});
    await fine(workspace, "write_file", { path: "most.txt", content: "한".repeat(limits.file / 3) });
    expect(await fault(workspace, "write_file", { path: "more.txt", content: "x".repeat(limits.file + 1) })).toContain("at most 65536 bytes; this has 65537");
    for (let index = 0; index < 15; index += 1) await fine(workspace, "write_file", { path: `${index}.txt`, content: "x".repeat(limits.file) });
    expect(await fault(workspace, "write_file", { path: "last.txt", content: "xxx" })).toContain("at most 1048576 bytes; 1 are left");
    await fine(workspace, "write_file", { path: "0.txt", content: "" });
    await fine(workspace, "write_file", { path: "last.txt", content: "xxx" });
  });

  test("files are counted", async () => {
    const workspace = open(Object.fromEntries(Array.from({ length: limits.files }, (_, index) => [`${index}.js`, ""])));
    expect(await fault(workspace, "write_file", { path: "one-more.js", content: "" })).toContain("at most 200 files");
    await fine(workspace, "write_file", { path: "0.js", content: "x" });
  });
});

describe("run_tests", () => {
  test("takes a file, a folder or nothing", async () => {
    for (const input of [{}, { path: "tests" }, { path: "tests/orders.test.js" }]) {
      expect(await fine(open(), "run_tests", input)).toBe("tests/orders.test.js\nℹ tests 0\nℹ pass 0\nℹ fail 0");
    }
  });

  test("says what is no test", async () => {
    expect(await fault(open(), "run_tests", { path: "src" })).toBe("There is no test in src. The names of test files end in .test.js.");
    expect(await fault(open(), "run_tests", { path: "orders.test.js" })).toContain("Did you mean tests/orders.test.js?");
    expect(await fault(open({}), "run_tests", {})).toContain("There is no test in the workspace.");
  });

  test("a runner that fails is told", async () => {
    const run = (): Promise<never> => Promise.reject(new Error("the sandbox did not start"));
    expect(await fault(new Workspace(small, { run, originals: {} }), "run_tests", {})).toBe("The tool failed: the sandbox did not start");
  });
});

test.each([
  ["delete_file", {}, 'There is no tool "delete_file". The tools are list_files, read_file, write_file, run_tests.'],
  ["__proto__", {}, 'There is no tool "__proto__".'],
  ["read_file", {}, "read_file needs path. Its input is an object with path, start_line (optional), end_line (optional)."],
  ["read_file", { path: null }, "read_file needs path."],
  ["read_file", Object.create({ path: "README.md" }), "read_file needs path."],
  ["read_file", { path: ["README.md"] }, "path of read_file must be a string, not an array."],
  ["read_file", { path: "README.md", start_line: "1" }, "start_line of read_file must be a whole number, not a string."],
  ["read_file", { path: "README.md", end_line: 1.5 }, "end_line of read_file must be a whole number, not a number."],
  ["write_file", { path: "a.js" }, "write_file needs content."],
  ["write_file", { path: "a.js", content: { text: "x" } }, "content of write_file must be a string, not an object."],
  ["list_files", null, "The input of list_files must be an object with path (optional)."],
  ["list_files", "src", "The input of list_files must be an object"],
  ["list_files", [], "The input of list_files must be an object"],
])("%s with %j says the way out", async (name, input, told) => {
  expect(await fault(open(), name, input)).toContain(told);
});

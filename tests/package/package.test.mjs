import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";

import { bareProject, repository } from "./project.mjs";

const scenario = join(repository, "course/lesson-6/scenarios/order-race.toml");
const cli = process.env.SECONDWIND_CLI ?? join(repository, "target/debug/secondwind");
const languages = ["en", "pt-BR", "ko"];
const figures = [
  [1, 400], [2, 1050], [3, 1850], [4, 1, 1850, 1400, 0], [5, 280], [6, 490],
];

const project = bareProject();
project.take("lesson.mjs", "lesson.cjs", "lesson-own-client.mjs", "queue-client.mjs");
after(() => project.remove());

const lesson = (file, lang) => project.run(process.execPath, file, scenario, lang);

describe("the lesson from the packed package", () => {
  for (const lang of languages) {
    test(`has the figures of the reference run in ${lang}`, () => {
      const lines = lesson("lesson.mjs", lang).split("\n");
      const numbers = (line) => (line.match(/\d+/g) ?? []).map(Number);
      assert.deepEqual(lines.slice(0, 6).map(numbers), figures);
      assert.deepEqual(lines.map(numbers).filter(([first], index) => index > 6 && first === 6), [[6, 1]]);
      assert.match(lines[3], />>>/);
      assert.match(lines[5], /stop_reason=end_turn/);
    });

    test(`prints the same from CommonJS in ${lang}`, () => {
      assert.equal(lesson("lesson.cjs", lang), lesson("lesson.mjs", lang));
    });

    test(`prints the same as the command line in ${lang}`, { skip: existsSync(cli) ? false : `there is no ${cli}` }, () => {
      const expected = execFileSync(cli, ["run", scenario, "--lang", lang], { encoding: "utf8" });
      assert.equal(lesson("lesson.mjs", lang), expected);
    });
  }

  test("tells what was fixed, and its notes", () => {
    const log = lesson("lesson.mjs", "en");
    for (const words of ["`version`", "## Decisions", "## Unresolved", "Compactions: 1"]) assert.ok(log.includes(words), words);
  });

  test("with a client of one's own differs in one line, and not in what it prints", () => {
    const [stub, own] = ["lesson.mjs", "lesson-own-client.mjs"].map((name) => readFileSync(project.at(name), "utf8").split("\n"));
    assert.equal(own.length, stub.length);
    assert.deepEqual(own.filter((line, index) => line !== stub[index]).map((line) => line.trim().split(" ")[0]), ["client:"]);
    assert.equal(lesson("lesson-own-client.mjs", "en"), lesson("lesson.mjs", "en"));
  });
});

test("the example in the README prints what it says", () => {
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const [, code, promise] = readme.match(/```js\n([^]*?)```\s*\n(It prints .*)/);
  writeFileSync(project.at("readme.mjs"), code);
  const lines = project.run(process.execPath, "readme.mjs").trim().split("\n");
  assert.deepEqual(lines, [...promise.matchAll(/`([^`]+)`/g)].map((match) => match[1]));
});

describe("the packed package", () => {
  test("holds what is built, its texts and its licences, and nothing else", () => {
    const root = project.at("node_modules/secondwind");
    const files = project.run("find", root, "-type", "f").trim().split("\n").map((file) => file.slice(root.length + 1));
    for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "package.json", "dist/core.wasm"]) assert.ok(files.includes(file), file);
    const others = files.filter((file) => !/^(dist\/.*\.(js|cjs|d\.ts|d\.cts|wasm)|README\.md|LICENSE-\w+|package\.json)$/.test(file));
    assert.deepEqual(others, []);
    assert.deepEqual(files.filter((file) => file.startsWith("dist/wasm/") || file.includes("test")), []);
  });

  test("resolves every entry, as an ES module and as CommonJS", () => {
    const manifest = JSON.parse(readFileSync(project.at("node_modules/secondwind/package.json"), "utf8"));
    const entries = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./, "secondwind"));
    assert.deepEqual(entries, [
      "secondwind", "secondwind/slim", "secondwind/stores/file", "secondwind/log", "secondwind/course", "secondwind/core.wasm",
      "secondwind/package.json",
    ]);
    const code = entries.filter((entry) => !/\.(wasm|json)$/.test(entry));
    const list = JSON.stringify(code);
    const imported = project.run(process.execPath, "--input-type=module", "-e",
      `for (const name of ${list}) console.log(Object.keys(await import(name)).sort().join());`);
    const required = project.run(process.execPath, "-e",
      `for (const name of ${list}) console.log(Object.keys(require(name)).sort().join());`);
    assert.equal(imported, required);
    const resolved = project.run(process.execPath, "-e", 'console.log(require.resolve("secondwind/core.wasm"))');
    assert.match(resolved, /core\.wasm$/m);
  });

  test("sets slim up with the file that it exports", () => {
    const script = `
      const { readFileSync } = require("node:fs");
      const { initSync, estimate } = require("secondwind/slim");
      initSync(readFileSync(require.resolve("secondwind/core.wasm")));
      console.log(estimate("abcd"));`;
    assert.equal(project.run(process.execPath, "-e", script), "1\n");
  });
});

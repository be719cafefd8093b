import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";

import { bareProject, repository } from "./project.mjs";

const scenario = (name) => join(repository, `course/lesson-6/scenarios/${name}.toml`);
const cli = process.env.SECONDWIND_CLI ?? join(repository, "target/debug/secondwind");
const languages = ["en", "pt-BR", "ko"];

const project = bareProject();
project.take("lesson.mjs", "lesson.cjs", "lesson-own-client.mjs", "queue-client.mjs");
after(() => project.remove());

const lesson = (file, lang, name = "order-race") => project.run(process.execPath, file, scenario(name), lang);
const numbers = (line) => (line.match(/\d+/g) ?? []).map(Number);

/**
 * Each scenario, with the numbers in the lines of its calls, and the calls and those for compaction. `null` is a figure
 * that an app can only estimate: where occupancy triggers, it depends on the results' sizes, which the scenario states.
 */
const scenarios = {
  "order-race": {
    calls: [[1, 400], [2, 1050], [3, 1850], [4, 1, 1850, 1400, 0], [5, 280], [6, 490]],
    totals: [6, 1],
  },
  "invoice-import": {
    calls: [
      [1, 880], [2, 2070], [3, 3680], [4, 5910], [5, 8760], [6, 1, null, 2800, 0], [7, 1265], [8, 3015], [9, 4970],
      [10, 7585], [11, 10410], [12, 2, null, 2800, 0], [13, 1240], [14, 2735], [15, 4680], [16, 7220], [17, 10015],
      [18, 3, null, 2800, 0], [19, 1065], [20, 2495],
    ],
    totals: [20, 3],
  },
};

/** A log without the figures that are estimates on both sides, such as `(occupancy 2925 (estimated) >= 2800)`. */
const withoutEstimates = (log) => log.replace(/ \d+( ?\(\D+\) >= \d+)/g, " ?$1");

for (const [name, { calls, totals }] of Object.entries(scenarios)) {
  describe(`${name} from the packed package`, () => {
    for (const lang of languages) {
      test(`has its figures in ${lang}`, () => {
        const lines = lesson("lesson.mjs", lang, name).split("\n");
        const figures = lines.slice(0, calls.length).map(numbers);
        assert.deepEqual(figures.map((line, at) => line.map((figure, place) => (calls[at][place] === null ? null : figure))), calls);
        assert.deepEqual(lines.slice(calls.length + 1).map(numbers).find(([first]) => first === totals[0]), totals);
        assert.deepEqual(lines.map((line) => line.includes(">>>")).slice(0, calls.length), calls.map(({ length }) => length === 5));
        assert.match(lines[calls.length - 1], /stop_reason=end_turn/);
      });

      test(`prints the same from CommonJS in ${lang}`, () => {
        assert.equal(lesson("lesson.cjs", lang, name), lesson("lesson.mjs", lang, name));
      });

      test(`prints the same as the command line in ${lang}`, { skip: existsSync(cli) ? false : `there is no ${cli}` }, () => {
        const expected = execFileSync(cli, ["run", scenario(name), "--lang", lang], { encoding: "utf8" });
        assert.equal(withoutEstimates(lesson("lesson.mjs", lang, name)), withoutEstimates(expected));
        assert.equal(withoutEstimates(expected) === expected, name === "order-race", "only what is estimated is left out");
      });
    }
  });
}

describe("the lesson from the packed package", () => {
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
    for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "package.json", "dist/core.wasm", "dist/licences.txt"]) assert.ok(files.includes(file), file);
    const others = files.filter((file) => !/^(dist\/(licences\.txt|.*\.(js|cjs|d\.ts|d\.cts|wasm))|README\.md|LICENSE-\w+|package\.json)$/.test(file));
    assert.deepEqual(others, []);
    assert.deepEqual(files.filter((file) => file.startsWith("dist/wasm/") || /\.test[.-]/.test(file)), []);
  });

  test("resolves every entry, as an ES module and as CommonJS", () => {
    const manifest = JSON.parse(readFileSync(project.at("node_modules/secondwind/package.json"), "utf8"));
    const entries = Object.keys(manifest.exports).map((entry) => entry.replace(/^\./, "secondwind"));
    assert.deepEqual(entries, [
      "secondwind", "secondwind/slim", "secondwind/stores/file", "secondwind/log", "secondwind/course", "secondwind/live",
      "secondwind/testing", "secondwind/core.wasm", "secondwind/package.json",
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

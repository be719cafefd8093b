import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import vm from "node:vm";

import commonjs from "@rollup/plugin-commonjs";
import resolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import * as vite from "vite";

import { bareProject } from "./project.mjs";

const project = bareProject();
project.take("app.mjs");
after(() => project.remove());

writeFileSync(project.at("direct.mjs"), 'import { run } from "./app.mjs";\nprocess.stdout.write(await run());\n');
const expected = project.run(process.execPath, "direct.mjs");

/** What a bundle logs that exports `run`. */
async function logOf(file) {
  const { run } = await import(pathToFileURL(file).href);
  return await run();
}

/** What a script logs that leaves `app` behind, in a world without anything of Node's. */
async function logInBareWorld(code) {
  const { TextDecoder, TextEncoder, AbortController, structuredClone } = globalThis;
  const world = vm.createContext({ TextDecoder, TextEncoder, AbortController, structuredClone });
  vm.runInContext(code, world);
  return await vm.runInContext("app.run()", world);
}

test("the app compacts once", () => {
  const lines = expected.split("\n");
  assert.equal(lines.length, 12);
  assert.match(lines[1], /^\[.* 2\] >>> .*15 >= 10/);
  assert.deepEqual([lines.at(-1), lines[5]], ["- decided", "done"]);
});

describe("a bundle by", () => {
  test("esbuild for Node", async () => {
    const outfile = project.at("esbuild-node.mjs");
    const options = { entryPoints: [project.at("app.mjs")], bundle: true, format: "esm", platform: "node", outfile, logLevel: "silent" };
    const { warnings } = await esbuild.build(options);
    assert.deepEqual(warnings, []);
    assert.equal(await logOf(outfile), expected);
  });

  test("esbuild for the browser, minified, in a world without Node", async () => {
    const { outputFiles, warnings } = await esbuild.build({
      entryPoints: [project.at("app.mjs")], bundle: true, format: "iife", globalName: "app", platform: "browser", minify: true,
      write: false, logLevel: "silent",
    });
    assert.deepEqual(warnings, []);
    // A `var` at the top of a script is a global there.
    assert.equal(await logInBareWorld(outputFiles[0].text), expected);
  });

  for (const [condition, suffix] of [["workerd", ""], ["edge-light", "?module"]]) {
    test(`esbuild for ${condition}, which imports the module`, async () => {
      const outfile = project.at(`${condition}.mjs`);
      let imported;
      const wasm = {
        name: "wasm",
        setup(build) {
          build.onResolve({ filter: /\.wasm(\?module)?$/ }, ({ path }) => {
            imported = path;
            return { path: "core.wasm", namespace: "wasm" };
          });
          build.onLoad({ filter: /.*/, namespace: "wasm" }, () => {
            const bytes = readFileSync(project.at("node_modules/secondwind/dist/core.wasm")).toString("base64");
            return { contents: `export default new WebAssembly.Module(Buffer.from("${bytes}", "base64"));` };
          });
        },
      };
      await esbuild.build({
        entryPoints: [project.at("app.mjs")], bundle: true, format: "esm", conditions: [condition], plugins: [wasm], outfile,
        logLevel: "silent",
      });
      assert.equal(imported, `./core.wasm${suffix}`);
      assert.equal(await logOf(outfile), expected);
      assert.ok(!readFileSync(outfile, "utf8").includes("0061736d01"), "the module is not carried inline, too");
    });
  }

  test("Rollup", async () => {
    const warnings = [];
    const bundle = await rollup({
      input: project.at("app.mjs"),
      plugins: [resolve(), commonjs()],
      onwarn: (warning) => warnings.push(warning.message),
    });
    await bundle.write({ file: project.at("rollup.mjs"), format: "esm" });
    await bundle.close();
    assert.deepEqual(warnings, []);
    assert.equal(await logOf(project.at("rollup.mjs")), expected);
  });

  test("Vite, minified", async () => {
    await vite.build({
      root: project.folder,
      configFile: false,
      logLevel: "error",
      build: {
        outDir: "vite", minify: true, copyPublicDir: false,
        lib: { entry: project.at("app.mjs"), formats: ["es"], fileName: () => "app.mjs" },
      },
    });
    assert.equal(await logOf(project.at("vite/app.mjs")), expected);
  });
});

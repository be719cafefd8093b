import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";

import * as testing from "../../dist/testing/index.js";

describe("secondwind/testing", () => {
  test("is loaded without the core's module and without anything of Node's", () => {
    const seen = new Set<string>();
    const visit = (file: URL) => {
      if (seen.has(file.href)) return;
      seen.add(file.href);
      for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)) {
        expect(name, `${file.pathname} imports ${name}`).toMatch(/^\.{1,2}\//);
        visit(new URL(name, file));
      }
    };
    visit(new URL("../../dist/testing/index.js", import.meta.url));
    expect([...seen].filter((file) => /core|wasm-|glue|bytes/.test(file.replace(/.*\/dist\//, "")))).toEqual([]);
    expect(seen.size).toBeLessThan(15);
  });

  test("is the same in CommonJS", async () => {
    const common = createRequire(import.meta.url)("../../dist/testing/index.cjs") as typeof testing;
    expect(Object.keys(common).sort()).toEqual(Object.keys(testing).sort());
    // A fault of the one is a fault of the other.
    const client = common.withFaults(testing.stubClient([]), { 1: testing.faults.serverError() });
    await expect(client.messages.create({ model: "m", messages: [] })).rejects.toMatchObject({ status: 500 });
  });

  test("does what the README shows of it", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const [, shown = ""] = /## Tests of your own.*?```ts\n(.*?)```/s.exec(readme) ?? [];
    const at = (file: string) => JSON.stringify(new URL(`../../dist/${file}`, import.meta.url).href);
    const code = shown.replace('"secondwind"', at("index.js")).replace('"secondwind/testing"', at("testing/index.js"));
    const seen = "console.log(JSON.stringify([server.counts, server.refusals, client.broken, chat.totals.compactions]));";
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", code + seen], { encoding: "utf8" });
    expect(JSON.parse(out)).toEqual([{ total: 3, main: 2, summary: 1 }, [], [], 1]);
  });
});

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";

import { bareProject, repository } from "./project.mjs";

const project = bareProject();
after(() => project.remove());

const chunk = (choices, usage = null) => `data: ${JSON.stringify({ id: "c", model: "m", choices, usage })}\n\n`;
const words = (content) => chunk([{ index: 0, delta: { content }, finish_reason: null }]);
const reply =
  words("Hel") + words("lo.") + chunk([{ index: 0, delta: {}, finish_reason: "stop" }]) +
  chunk([], { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 }) + "data: [DONE]\n\n";

/** A server that is busy at the first call of each test, and then answers. */
let calls = 0;
const seen = [];
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    seen.push([request.method, request.url, request.headers.authorization]);
    if (request.method === "GET") {
      response.end(JSON.stringify({ data: [{ id: "m", max_model_len: 40_960 }] }));
    } else if (++calls % 2 === 1) {
      response.writeHead(503, { "retry-after-ms": "5" });
      response.end(JSON.stringify({ error: { message: "busy" } }));
    } else {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(reply);
    }
  });
});
before(() => new Promise((ready) => server.listen(0, "127.0.0.1", ready)));
after(() => server.close());

/** What a program prints while the server of this process answers it. */
async function run(model, ...args) {
  const env = { ...process.env, BASE_URL: `http://127.0.0.1:${server.address().port}`, API_KEY: "sk-canary-0123456789", MODEL: model };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: project.folder, env });
  assert.equal(stderr, "");
  return stdout;
}

test("the example of the package's README prints the answer as it comes", async () => {
  const readme = readFileSync(join(repository, "crates/wasm/README.md"), "utf8");
  const [, code] = readme.match(/## Calling models without an SDK\n[^]*?```js\n([^]*?)```/);
  writeFileSync(project.at("live.mjs"), code);
  const printed = await run("gpt-6.1-terra", "live.mjs");
  assert.equal(printed, "\nbusy: once more in 5 ms\nHello.\n6 characters, window 1050000, price 105\n");
  assert.match(await run("m", "live.mjs"), /6 characters, window 40960, price null\n$/);
  assert.ok(seen.every(([, , key]) => key === "Bearer sk-canary-0123456789"));
});

describe("secondwind/live", () => {
  const program = (load) => `
    (async () => {
      const { SecondwindError, liveClient, limitsOf } = ${load};
      const client = liveClient({ dialect: "openAiChat", baseURL: process.env.BASE_URL, apiKey: process.env.API_KEY, maxRetries: 0 });
      const call = () => client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] });
      const error = await call().catch((error) => error);
      const reply = await call();
      console.log(error instanceof SecondwindError, error.failure.class, reply.choices[0].message.content, limitsOf("m"));
    })();`;

  test("calls a server, as an ES module and as CommonJS, and lets the process end", async () => {
    const imported = await run("m", "--input-type=module", "-e", program('await import("secondwind/live")'));
    assert.equal(imported, "true overload Hello. null\n");
    assert.equal(await run("m", "-e", program('require("secondwind/live")')), imported);
  });

  test("throws errors that the main entry knows as its own", async () => {
    const script = `
      const { SecondwindError } = await import("secondwind");
      const { liveClient } = await import("secondwind/live");
      try { liveClient({}); } catch (error) { console.log(error instanceof SecondwindError, error.code); }`;
    assert.equal(await run("m", "--input-type=module", "-e", script), "true BAD_INPUT\n");
  });
});

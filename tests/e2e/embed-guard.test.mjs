// What a frame and its host do not do for somebody else, and what they never say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exercises } from "./answers.mjs";
import { hears, inside, openHost, told } from "./embed.mjs";
import { serveHost } from "./host.mjs";
import { canary, openProvider, setUp } from "./live-page.mjs";
import { site } from "./site.mjs";

const session = site();
const open = (options) => openHost(session, options);

const { exercise } = exercises.find((one) => one.exercise.tasks.some(({ kind }) => kind === "explain"));
const words = exercise.tasks.find(({ kind }) => kind === "explain");

const page = (body, script = "host.js") =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><script src="PLAYGROUND/embed.js" defer></script><script src="${script}" defer></script>${body}`;
const record = `window.received = []; addEventListener("message", ({ data, origin }) => received.push({ data, origin }));
window.say = (message) => document.querySelector("#raw").contentWindow.postMessage(message, "*");`;
/** What the frames of the page under test have said. */
const heard = (page, type) =>
  page.evaluate(([type, own]) => window.received.filter(({ origin }) => origin === own).map(({ data }) => data).filter((one) => one.type === type), [type, new URL(session.url).origin]);
const until = (page, type, count = 1) => page.waitForFunction(([type, count]) => window.received.filter(({ data }) => data.type === type).length >= count, [type, count]);
const say = (page, content) => page.evaluate((content) => window.say(content), { protocol: "secondwind", version: 1, ...content });

/** Any message that another frame of the same page could try, to the frame and to the page. */
const forged = `const sealed = (content) => ({ protocol: "secondwind", version: 1, ...content });
const state = { format: "secondwind-state", version: 1, progress: { version: 2, place: null, finished: ["forged"], answers: [], ticks: [], tasks: [] }, predictions: [] };
for (const content of [{ type: "init", features: { live: true }, state }, { type: "setState", state }, { type: "goTo", step: 20 }, { type: "reset" }]) {
  for (let i = 0; i < parent.frames.length; i++) parent.frames[i].postMessage(sealed(content), "*");
}
for (const content of [{ type: "hello", versions: [1] }, { type: "ready", title: "forged" }, { type: "answered", right: true, exercise: "trace", task: "turn" }, { type: "resize", height: 9 }, { type: "state-changed", state }]) {
  parent.postMessage(sealed(content), "*");
}
parent.postMessage("done", "*");`;

test("another frame of the host is heard neither by the frame nor by the element", async () => {
  const rogue = await serveHost(session.url, { files: { "index.html": page("", "rogue.js"), "rogue.js": forged } });
  const files = {
    "index.html": page(
      `<iframe id="raw" title="raw" width="900" height="500" src="PLAYGROUND/#v1/order-race/5?embed=player&state=host"></iframe>
      <secondwind-playground id="own" scenario="order-race" step="5" state="" loading="eager"></secondwind-playground>`,
      "raw.js",
    ).replace("</title>", `</title><script src="host.js" defer></script>`),
    "raw.js": `window.say = (message) => document.querySelector("#raw").contentWindow.postMessage(message, "*");
      window.rogue = (src) => { const frame = document.createElement("iframe"); frame.title = "rogue"; frame.src = src; document.body.append(frame); };`,
  };
  const host = await open({ files, frames: [rogue.origin] });
  await hears(host, "own", "ready");
  await until(host, "hello", 2);
  // Before the host has said anything, and after it.
  for (const round of [1, 2]) {
    const before = (await told(host, "own")).length;
    await host.evaluate((src) => window.rogue(src), rogue.url);
    await host.waitForFunction((round) => window.received.filter(({ data }) => data === "done").length === round, round);
    await host.waitForTimeout(300);
    assert.deepEqual((await told(host, "own")).slice(before).filter(({ type }) => type !== "resize"), [], "the element has passed on nothing of it");
    assert.notEqual(await host.locator("#own").evaluate((element) => element.shadowRoot.querySelector("iframe").style.height), "120px");
    assert.equal(await host.locator("#own").evaluate((element) => JSON.stringify(element.state)), "null");
    const frame = await inside(host, "#raw");
    assert.equal(await frame.getByTestId("step-counter").getAttribute("data-value"), "5");
    assert.equal(await frame.getByTestId("source-live").count(), 0);
    // What the frame has to say goes to the host alone, and it says nothing of what the other one wanted.
    assert.deepEqual(await heard(host, "error"), []);
    if (round === 1) {
      await say(host, { type: "init", state: null });
      await until(host, "step", 2);
    }
  }
  assert.deepEqual(await heard(host, "state-changed"), []);
  await host.end();
  await rogue.close();
});

test("a message of another version, a broken one and one that is too long change nothing, and are answered with what is wrong", async () => {
  const files = { "index.html": page(`<iframe id="raw" title="raw" width="900" height="500" src="PLAYGROUND/#v1/order-race/5?embed=player&state=host"></iframe>`, "raw.js"), "raw.js": record };
  const host = await open({ files });
  await until(host, "hello");
  await say(host, { type: "goTo", step: 9, id: "early" });
  await say(host, { type: "init", state: null });
  await until(host, "step");
  const bad = [
    { type: "goTo", step: 9, version: 2, id: "v2" },
    { type: "goTo", step: 9, version: 0, id: "v0" },
    { type: "goTo", step: "9", id: "form" },
    { type: "dance", id: "type" },
    { type: "setState", state: { format: "secondwind-state", version: 1, progress: {}, predictions: [] }, id: "state" },
    { type: "setState", state: { format: "secondwind-state", version: 2 }, id: "newer" },
    { type: "goTo", step: 9, id: "long", more: "x".repeat(1_000_001) },
  ];
  for (const content of bad) await say(host, content);
  await host.evaluate(() => {
    for (const other of ["goTo", null, 7, [], { type: "goTo", step: 9 }, { protocol: "other", version: 1, type: "goTo", step: 9 }]) window.say(other);
  });
  await until(host, "error", bad.length + 1);
  const errors = (await heard(host, "error")).map(({ to, code, at, versions }) => [to, code, at ?? versions]);
  assert.deepEqual(errors, [
    ["early", "not-initialised", undefined],
    ["v2", "version", [1]],
    ["v0", "version", [1]],
    ["form", "malformed", "step"],
    ["type", "unknown-type", "dance"],
    ["state", "state-damaged", "progress.version"],
    ["newer", "state-newer", "version"],
    ["long", "too-large", undefined],
  ]);
  const frame = await inside(host, "#raw");
  assert.equal(await frame.getByTestId("step-counter").getAttribute("data-value"), "5");
  await say(host, { type: "goTo", step: 9 });
  await frame.locator('[data-testid="step-counter"][data-value="9"]').waitFor();
  await host.end();
});

test("a state that cannot be read is not written over with less", async () => {
  const damaged = { format: "secondwind-state", version: 1, progress: { version: 2, place: null, finished: [], answers: [], ticks: [], tasks: [{ task: "lesson-6/trace/turn" }] }, predictions: [] };
  const files = { "index.html": page(`<secondwind-playground id="own" scenario="order-race" state='${JSON.stringify(damaged)}'></secondwind-playground>`) };
  const host = await open({ files });
  await hears(host, "own", "ready");
  const { code, at } = await hears(host, "own", "error");
  assert.deepEqual([code, at], ["state-damaged", "progress.tasks[0]"]);
  const frame = await inside(host, "#own");
  await frame.getByTestId("step").press("Enter");
  await host.waitForTimeout(700);
  assert.deepEqual(await told(host, "own", "state-changed"), []);
  assert.deepEqual(await host.locator("#own").evaluate((element) => element.state), damaged, "the host still has what it had");
  // With an order to throw it away, the work goes on.
  await host.locator("#own").evaluate((element) => (element.state = null));
  await frame.getByTestId("step").press("Enter");
  assert.match((await hears(host, "own", "state-changed")).state.progress.place, /order-race\/2/);
  await host.end();
});

test("a text that is no state is told, and what the frame has in its place is not", async () => {
  const files = { "index.html": page(`<secondwind-playground id="own" scenario="order-race" state='{"format":"secondwind-state","ver'></secondwind-playground>`) };
  const host = await open({ files });
  const own = host.locator("#own");
  assert.deepEqual(await hears(host, "own", "error").then(({ code, at }) => [code, at]), ["state-damaged", "state"]);
  const frame = await inside(host, "#own");
  await frame.getByTestId("step").press("Enter");
  await host.waitForTimeout(700);
  assert.deepEqual(await told(host, "own", "state-changed"), []);
  assert.equal(await own.evaluate((element) => element.state), null);
  await own.evaluate((element) => (element.state = null));
  await frame.getByTestId("step").press("Enter");
  const { state } = await hears(host, "own", "state-changed");
  assert.match(state.progress.place, /order-race\/2/);
  // One that comes later throws nothing away.
  await own.evaluate((element) => element.setAttribute("state", "{"));
  await hears(host, "own", "error", 2);
  await host.waitForTimeout(700);
  assert.deepEqual(await own.evaluate((element) => element.state), state);
  assert.equal((await told(host, "own", "state-changed")).length, 1);
  assert.equal(await frame.getByTestId("step-counter").getAttribute("data-value"), "2");
  await host.end();
});

test("an element whose frame is somebody else's says that nobody answers", async () => {
  const files = { "index.html": page(`<secondwind-playground id="own" src="/other.html" loading="eager"></secondwind-playground>`), "other.html": "<!doctype html><title>other</title>" };
  const host = await open({ files });
  assert.deepEqual(await hears(host, "own", "error").then(({ code, at }) => [code, at]), ["no-answer", "src"]);
  await host.end();
});

test("a run with a real model is there only where the host allows it, and its key is in no message", async () => {
  const provider = await openProvider();
  const files = {
    "index.html": page(`<secondwind-playground id="shut" scenario="order-race" loading="eager"></secondwind-playground>
      <secondwind-playground id="live" scenario="order-race" state="" allow-live loading="eager"></secondwind-playground>
      <secondwind-playground id="words" exercise="${exercise.id}" task="${words.id}" state="" loading="eager"></secondwind-playground>`),
  };
  const host = await open({ files });
  assert.equal((await hears(host, "shut", "ready")).live, false);
  assert.equal(await (await inside(host, "#shut")).getByTestId("source-live").count(), 0);

  assert.equal((await hears(host, "live", "ready")).live, true);
  const frame = await inside(host, "#live");
  await setUp(frame, { base: provider.url });
  await frame.getByTestId("live-key-stays").check();
  await frame.getByTestId("live-start").click();
  await frame.locator('[data-testid="live-run"][data-state="over"]').waitFor({ timeout: 60_000 });
  assert.ok(provider.requests.some(({ headers }) => JSON.stringify(headers).includes(canary)), "the run was paid with it");
  await hears(host, "live", "state-changed");

  // A learner who pastes it into an answer is told so, and the host gets neither; without it the answer is kept.
  await hears(host, "words", "ready");
  const own = await inside(host, "#words");
  await own.locator(`[data-testid="task"][data-task="${words.id}"]`).waitFor();
  // The frame above may still be growing: a click on the screen could miss.
  const commit = () => own.getByTestId("task-commit").evaluate((button) => button.click());
  await own.getByTestId("task-explain").fill(`My key is ${canary}.`);
  await commit();
  await own.getByRole("alert").waitFor();
  assert.deepEqual(await told(host, "words", "answered"), []);
  await own.getByTestId("task-explain").fill("My key is my own.");
  await commit();
  assert.deepEqual(await hears(host, "words", "answered").then(({ outcome, right }) => [outcome, right]), ["kept", null]);
  await host.waitForTimeout(500);
  const all = await host.evaluate(() => JSON.stringify([window.received, window.told, window.statements, { ...localStorage }]));
  assert.ok(all.length > 2000);
  assert.ok(!all.includes(canary));

  // A host that takes its word back ends it.
  await host.locator("#live").evaluate((element) => element.removeAttribute("allow-live"));
  await frame.getByTestId("live-framed").waitFor();
  assert.equal(await frame.getByTestId("live-start").count(), 0);
  await host.end();
});

test("an element whose address is put right opens, and one that is moved about opens once", async () => {
  const files = { "index.html": page(`<secondwind-playground id="own" src="javascript:void 0" scenario="order-race" loading="eager"></secondwind-playground>`) };
  const host = await open({ files });
  assert.deepEqual(await hears(host, "own", "error").then(({ code, at }) => [code, at]), ["not-found", "src"]);
  await host.locator("#own").evaluate((element, src) => element.setAttribute("src", src), session.url);
  await hears(host, "own", "ready");
  await host.locator("#own").evaluate((element) => {
    for (let i = 0; i < 5; i++) {
      element.remove();
      element.setAttribute("step", String(i));
      document.body.append(element);
      element.setAttribute("theme", i % 2 ? "dark" : "light");
    }
  });
  const ready = await hears(host, "own", "ready", 2);
  assert.deepEqual([ready.step, ready.theme], [4, "light"]);
  await host.waitForTimeout(500);
  assert.equal((await told(host, "own", "ready")).length, 2);
  assert.deepEqual(host.troubles, []);
  await host.end();
});

test("what is changed of an element while its frame loads holds once it is there", async () => {
  const script = `const own = document.querySelector("#own");
    // Once the frame has its address, and before it listens; then between its first message and its second.
    setTimeout(() => own.setAttribute("step", "9"), 0);
    addEventListener("message", ({ data }) => data.type === "hello" && setTimeout(() => { own.removeAttribute("allow-live"); own.setAttribute("lang", "ko"); own.state = { format: "secondwind-state", version: 1, progress: { version: 2, place: null, finished: ["told-late"], answers: [], ticks: [], tasks: [] }, predictions: [] }; }, 0));`;
  const files = { "index.html": page(`<secondwind-playground id="own" scenario="order-race" step="3" lang="en" state="" allow-live loading="eager"></secondwind-playground><script src="late.js" defer></script>`), "late.js": script };
  const host = await open({ files });
  await hears(host, "own", "ready");
  const frame = await inside(host, "#own");
  await frame.locator('[data-testid="step-counter"][data-value="9"]').waitFor();
  await frame.locator('html[lang="ko"]').waitFor({ state: "attached" });
  assert.equal(await frame.getByTestId("source-live").count(), 0, "what is not allowed any more is not there");
  await frame.getByTestId("step").press("Enter");
  assert.deepEqual((await hears(host, "own", "state-changed")).state.progress.finished, ["told-late"]);
  await host.end();
});

test("a state in an attribute that cannot be read takes the place of none", async () => {
  const files = { "index.html": page(`<secondwind-playground id="own" scenario="order-race" state="{" loading="eager"></secondwind-playground><secondwind-playground id="held" scenario="order-race" state="" loading="eager"></secondwind-playground>`) };
  const host = await open({ files });
  for (const id of ["own", "held"]) await hears(host, id, "ready");
  assert.deepEqual(await hears(host, "own", "error").then(({ code, at }) => [code, at]), ["state-damaged", "state"]);
  for (const id of ["own", "held"]) await (await inside(host, `#${id}`)).getByTestId("step").press("Enter");
  assert.match((await hears(host, "held", "state-changed")).state.progress.place, /order-race\/1/);
  assert.deepEqual(await told(host, "own", "state-changed"), [], "nothing stands in for what could not be read");
  // What the frame has is not thrown away for it either.
  for (const [text, code] of [["{", "state-damaged"], ["[]", "state-damaged"], [`{"format":"secondwind-state","x":"${"x".repeat(1_000_000)}"}`, "too-large"]]) {
    await host.locator("#held").evaluate((element, text) => element.setAttribute("state", text), text);
    await host.waitForFunction((code) => window.told.some((one) => one.from === "held" && one.type === "error" && one.code === code), code);
  }
  await (await inside(host, "#held")).getByTestId("step").press("Enter");
  assert.match((await hears(host, "held", "state-changed", 2)).state.progress.place, /order-race\/2/);
  assert.deepEqual(host.troubles, []);
  await host.end();
});

test("answers of any shape in a state leave every task open to be answered", async () => {
  for (const { exercise } of exercises) {
    const shapes = ["{", "5", "null", '{"kind":"KIND"}', '{"kind":"KIND","picked":7,"items":{},"text":[],"set":3,"line":"x","value":{}}', '{"kind":"order","items":[]}'];
    const first = shapes[exercises.findIndex((one) => one.exercise === exercise) % shapes.length];
    const tasks = exercise.tasks.map(({ id, kind }) => ({ task: `lesson-6/${exercise.id}/${id}`, first: { answer: first.replace("KIND", kind), outcome: "not-yet" }, tries: [{ answer: `{"kind":"${kind}"}`, outcome: "not-yet" }], hints: 0, shown: false }));
    const state = { format: "secondwind-state", version: 1, progress: { version: 2, place: null, finished: [], answers: [], ticks: [], tasks }, predictions: [] };
    const files = { "index.html": page(`<secondwind-playground id="own" exercise="${exercise.id}" state='${JSON.stringify(state)}' loading="eager"></secondwind-playground>`) };
    const host = await open({ files });
    await hears(host, "own", "ready");
    const frame = await inside(host, "#own");
    for (const { id } of exercise.tasks) {
      await host.locator("#own").evaluate((element, task) => element.goTo({ task }), id);
      await frame.locator(`[data-testid="task"][data-task="${id}"]`).waitFor();
    }
    assert.deepEqual(await told(host, "own", "error"), []);
    assert.deepEqual(host.troubles, [], exercise.id);
    await host.end();
  }
});

test("a place that is not there in full is gone to in no part", async () => {
  const [here, other] = exercises.map(({ exercise }) => exercise.id);
  const files = { "index.html": page(`<secondwind-playground id="own" exercise="${here}" loading="eager"></secondwind-playground>`) };
  const host = await open({ files });
  await hears(host, "own", "ready");
  const frame = await inside(host, "#own");
  const task = await frame.getByTestId("task").getAttribute("data-task");
  for (const [place, at] of [[{ exercise: other, scenario: "nowhere" }, "scenario"], [{ exercise: other, task: "nothing" }, "task"], [{ exercise: "none", step: 3 }, "exercise"]]) {
    await host.locator("#own").evaluate((element, place) => element.goTo(place), place);
    await host.waitForFunction((at) => window.told.some((one) => one.type === "error" && one.code === "not-found" && one.at === at), at);
  }
  assert.equal(await frame.getByTestId("task").getAttribute("data-task"), task);
  assert.match(await frame.evaluate(() => location.hash), new RegExp(`exercise=${here}\\b`));
  await host.end();
});

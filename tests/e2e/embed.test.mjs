// The page in a frame of somebody else's page: what a host sees of it, and what it keeps for it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exercises } from "./answers.mjs";
import { hears, inside, openHost, stored, told } from "./embed.mjs";
import { overflow, violations } from "./everyone.mjs";
import { commit, enter, ways } from "./lesson.mjs";
import { languages } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();
const open = (options) => openHost(session, options);

const { exercise: trace } = exercises.find(({ exercise }) => exercise.id === "trace");
const frameOf = (page, id) => inside(page, `#${id}`);
const heightOf = (page, id) => page.locator(`#${id}`).evaluate((element) => element.shadowRoot.querySelector("iframe").getBoundingClientRect().height);

describe("the element", () => {
  test("brings an exercise and a run into a page of another origin, as high as they are, with a name", async () => {
    const page = await open();
    const ready = await hears(page, "exercise", "ready");
    assert.deepEqual(
      { view: ready.view, course: ready.course, exercise: ready.exercise, task: ready.task, lang: ready.lang, live: ready.live, keeper: ready.keeper },
      { view: "exercise", course: "lesson-6", exercise: "trace", task: trace.tasks[0].id, lang: "en", live: false, keeper: "host" },
    );
    const run = await hears(page, "run", "ready");
    assert.deepEqual([run.view, run.scenario, run.step, run.keeper], ["player", "order-race", 12, "browser"]);
    const frame = await frameOf(page, "exercise");
    assert.notEqual(new URL(frame.url()).origin, page.host.origin);

    for (const id of ["exercise", "run"]) {
      const { height } = await hears(page, id, "resize");
      assert.ok(height > 300, `${id}: ${height}`);
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      const own = await frameOf(page, id);
      await page.waitForFunction(([id, wanted]) => document.querySelector(`#${id}`).getBoundingClientRect().height >= wanted, [id, height]);
      // What the frame shows may still grow; the element follows, and then both agree.
      const apart = async () => Math.abs((await heightOf(page, id)) - (await own.evaluate(() => document.documentElement.getBoundingClientRect().height)));
      for (let tries = 0; tries < 50 && (await apart()) > 1; tries += 1) await page.waitForTimeout(100);
      assert.ok((await apart()) <= 1, id);
      assert.equal(await own.evaluate(() => document.documentElement.scrollHeight > innerHeight), false, "there is nothing to scroll in the frame");
      assert.equal(await own.locator("header").count(), 0, "what stands around the page is not there");
    }
    const attributes = await page.locator("#exercise").evaluate((element) => {
      const frame = element.shadowRoot.querySelector("iframe");
      return { title: frame.title, loading: frame.loading, sandbox: frame.getAttribute("sandbox"), allow: frame.allow };
    });
    assert.deepEqual(attributes, {
      title: ready.title,
      loading: "lazy",
      sandbox: "allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox",
      allow: "clipboard-write",
    });
    assert.equal(await page.locator("#run").evaluate((element) => element.shadowRoot.querySelector("iframe").title), "The reference run");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("tells of each answer whether it was right, and of the end what came of it all", async () => {
    const page = await open();
    await hears(page, "exercise", "ready");
    const frame = await frameOf(page, "exercise");
    const statements = () => page.evaluate(() => window.statements.filter(({ verb }) => verb.display["en-US"] === "answered"));
    let count = 0;
    for (const [i, task] of trace.tasks.entries()) {
      const all = ways.get(`trace/${task.id}`);
      // The first task is answered wrong once; what is wrong and what is right was found by the engine.
      for (const { answer, verdict } of i === 0 ? [all[0], all.at(-1)] : [all.at(-1)]) {
        await enter(frame, answer);
        await commit(frame);
        const answered = await hears(page, "exercise", "answered", ++count);
        const marked = task.kind !== "explain";
        assert.deepEqual(
          { course: answered.course, exercise: answered.exercise, task: answered.task, kind: answered.kind, outcome: answered.outcome, right: answered.right, tries: answered.tries },
          { course: "lesson-6", exercise: "trace", task: task.id, kind: task.kind, outcome: verdict.outcome, right: marked ? verdict.outcome === "passed" : null, tries: i === 0 ? count : 1 },
        );
        assert.ok(answered.seconds >= 0 && answered.seconds < 60);
        assert.ok(!("answer" in answered), "the answer itself stays in the frame");
        const { result, object, actor } = (await statements())[count - 1];
        assert.equal(object.id, `https://playground.example/#v1//0?exercise=trace&task=${task.id}`);
        assert.deepEqual(actor, { account: { homePage: page.host.origin, name: "learner-7" } });
        assert.deepEqual([result.success, result.score?.scaled], marked ? [answered.right, answered.right ? 1 : 0] : [undefined, undefined]);
        assert.match(result.duration, /^PT\d+(\.\d+)?S$/);
      }
      const { done } = await hears(page, "exercise", "progress", i + 2);
      assert.equal(done, i + 1);
      if (i < trace.tasks.length - 1) await frame.getByTestId("task-next").click();
    }
    const completed = await hears(page, "exercise", "completed");
    const marked = trace.tasks.filter(({ kind }) => kind !== "explain").length;
    assert.deepEqual([completed.exercise, completed.passed, completed.right, completed.marked], ["trace", true, marked, marked]);
    assert.equal((await told(page, "exercise", "completed")).length, 1);
    const verbs = await page.evaluate(() => window.statements.filter(({ object }) => object.id.includes("exercise=trace")).map(({ verb, result }) => [verb.id.split("/").at(-1), result?.score?.scaled]));
    assert.deepEqual(verbs[0], ["initialized", undefined]);
    assert.deepEqual(verbs.at(-1), ["completed", 1]);
    assert.equal(await frame.getByTestId("task-back").count(), 0, "there is no lesson to go back to");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("leaves the work to a host that holds it: after a reload it is there, and the browser has kept nothing", async () => {
    const page = await open({ site: "127.0.0.1" });
    await hears(page, "exercise", "ready");
    let frame = await frameOf(page, "exercise");
    const [first, second] = trace.tasks;
    await enter(frame, ways.get(`trace/${first.id}`).at(-1).answer);
    await commit(frame);
    await frame.getByTestId("task-next").click();
    await frame.getByTestId("hint-show").click();
    await page.waitForFunction(() => window.told.some((one) => one.type === "state-changed" && one.state.progress.tasks.some(({ hints }) => hints > 0)));
    assert.deepEqual(await stored(frame), { local: {}, session: {}, caches: [], workers: 0 });
    const held = await page.evaluate(() => JSON.parse(localStorage.getItem("work.exercise")));
    assert.deepEqual([held.format, held.version], ["secondwind-state", 1]);

    await page.reload();
    const ready = await hears(page, "exercise", "ready");
    frame = await frameOf(page, "exercise");
    await frame.locator(`[data-testid="task-choice"][data-task="${first.id}"][data-state="passed"]`).waitFor();
    await frame.locator(`[data-testid="task"][data-task="${second.id}"]`).waitFor();
    assert.equal(ready.keeper, "host");
    assert.equal((await hears(page, "exercise", "progress")).done, 1);
    assert.deepEqual(await stored(frame), { local: {}, session: {}, caches: [], workers: 0 });
    // The same work is not given back to the one who has just given it.
    await page.waitForTimeout(600);
    assert.deepEqual(await told(page, "exercise", "state-changed"), []);

    const same = await page.locator("#exercise").evaluate((element) => JSON.stringify(element.state));
    assert.equal(same, JSON.stringify(held));
    await page.locator("#exercise").evaluate((element) => element.reset());
    await frame.locator(`[data-testid="task-choice"][data-task="${first.id}"][data-state="open"]`).waitFor();
    await page.locator("#exercise").evaluate((element, state) => (element.state = state), held);
    await frame.locator(`[data-testid="task-choice"][data-task="${first.id}"][data-state="passed"]`).waitFor();
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("keeps the work in the browser where no host holds it", async () => {
    const files = { "index.html": `<!doctype html><html lang="en"><title>host</title><script src="PLAYGROUND/embed.js" defer></script><script src="host.js" defer></script><secondwind-playground id="own" exercise="trace"></secondwind-playground>` };
    const page = await open({ site: "127.0.0.1", files });
    assert.equal((await hears(page, "own", "ready")).keeper, "browser");
    let frame = await frameOf(page, "own");
    const [first] = trace.tasks;
    await enter(frame, ways.get(`trace/${first.id}`).at(-1).answer);
    await commit(frame);
    await hears(page, "own", "answered");
    assert.match((await stored(frame)).local["secondwind.progress"], /trace/);
    assert.deepEqual(await told(page, "own", "state-changed"), [], "the work of this browser is none of the host's");
    await page.reload();
    await hears(page, "own", "ready");
    frame = await frameOf(page, "own");
    await frame.locator(`[data-testid="task-choice"][data-task="${first.id}"][data-state="passed"]`).waitFor();
    await page.locator("#own").evaluate((element) => element.goTo({ exercise: "trace", task: "no-such-task" }));
    assert.deepEqual(await hears(page, "own", "error").then(({ code, at }) => [code, at]), ["not-found", "task"]);
    await page.end();
  });

  test("goes where the host says, and tells each step", async () => {
    const page = await open();
    await hears(page, "run", "ready");
    const frame = await frameOf(page, "run");
    const history = await page.evaluate(() => window.history.length);
    await page.locator("#run").evaluate((element) => element.goTo({ step: 3 }));
    await frame.locator('[data-testid="step-counter"][data-value="3"]').waitFor();
    // By its key: the frame may still grow, and a click would land where the button was.
    await frame.getByTestId("step").press("Enter");
    await page.waitForFunction(() => window.told.some((one) => one.from === "run" && one.type === "step" && one.step === 4));
    await page.locator("#run").evaluate((element) => element.goTo({ scenario: "trace", step: 2 }));
    await page.waitForFunction(() => window.told.some((one) => one.from === "run" && one.type === "step" && one.scenario === "trace" && one.step === 2));
    for (const place of [{ scenario: "no-such-run" }, { step: 9999 }, { exercise: "trace" }]) await page.locator("#run").evaluate((element, place) => element.goTo(place), place);
    assert.deepEqual((await hears(page, "run", "error", 3)) && (await told(page, "run", "error")).map(({ code, at }) => [code, at]), [["not-found", "scenario"], ["not-found", "step"], ["not-found", "exercise"]]);
    assert.equal((await told(page, "run", "step")).at(-1).scenario, "trace");

    await page.locator("#run").evaluate((element) => element.reset());
    await frame.locator('[data-testid="step-counter"][data-value="12"]').waitFor();
    await page.locator("#run").evaluate((element) => element.goTo({ step: element.ready.last }));
    const completed = await hears(page, "run", "completed");
    assert.deepEqual([completed.scenario, completed.exercise, completed.passed], ["order-race", null, null]);
    assert.equal(await page.evaluate(() => window.history.length), history, "the way back of the host leads out of the host, not through the frame");

    await page.locator("#run").evaluate((element) => element.setAttribute("lang", "ko"));
    await frame.locator("html[lang=ko]").waitFor({ state: "attached" });
    await page.locator("#run").evaluate((element) => element.setAttribute("theme", "dark"));
    await frame.locator("html[data-theme=dark]").waitFor({ state: "attached" });
    assert.deepEqual(page.troubles, []);
    await page.end();
  });
});

describe("a frame by its address alone", () => {
  const held = (fragment) => ({ "index.html": `<!doctype html><html lang="en"><title>host</title><script src="raw.js" defer></script><iframe id="raw" title="raw" width="900" height="700" src="PLAYGROUND/#${fragment}"></iframe>`, "raw.js": `window.received = []; addEventListener("message", ({ data, origin }) => received.push({ data, origin }));` });

  test("shows an exercise in the language and the theme of its fragment, and says no more than that it is there", async () => {
    const page = await open({ files: held("v1/?embed=exercise&exercise=trace&lang=pt-BR&theme=dark") });
    const frame = await inside(page, "#raw");
    await frame.locator('[data-testid="embed"][data-view="exercise"]').waitFor();
    assert.deepEqual(await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), ["pt-BR", "dark"]);
    await frame.locator('[data-testid="task"]').waitFor();
    const link = new URL(await frame.getByTestId("embed-open").getAttribute("href"));
    assert.equal(link.hash, "#v1/trace/0?exercise=trace&lesson=threshold&task=threshold");
    await page.waitForTimeout(500);
    assert.deepEqual(await page.evaluate(() => window.received.map(({ data }) => data)), [{ protocol: "secondwind", version: 1, type: "hello", versions: [1] }]);
    // The frame keeps its view over a reload of its own.
    await frame.evaluate(() => location.reload());
    await frame.locator('[data-testid="embed"][data-view="exercise"]').waitFor();
    assert.equal(await frame.evaluate(() => document.documentElement.lang), "pt-BR");
    await page.end();
  });

  test("tells its height to an LTI platform that asks for it", async () => {
    const page = await open({ files: held("v1/order-race/5?embed=player&lti=on") });
    const frame = await inside(page, "#raw");
    await frame.locator('[data-testid="embed"][data-view="player"]').waitFor();
    await page.waitForFunction(() => window.received.some(({ data }) => data.subject === "lti.frameResize"));
    const { data, origin } = await page.evaluate(() => window.received.findLast(({ data }) => data.subject));
    assert.deepEqual(Object.keys(data), ["subject", "height"]);
    assert.equal(data.height, Math.ceil(await frame.evaluate(() => document.documentElement.getBoundingClientRect().height)));
    assert.equal(origin, new URL(session.url).origin);
    await page.end();
  });

  test("leads to the whole page at the same exercise, also by a link that names no more than that", async () => {
    const page = await session.open({ until: "main", engine: true, scenario: "v1", step: "?exercise=trace" });
    await page.locator('[data-testid="lesson"][data-section="threshold"][data-exercise="trace"]').waitFor();
    assert.equal(await page.getByTestId("scenario").inputValue(), trace.tasks[0].at.run.scenario);
    assert.equal(await page.getByTestId("elsewhere").count(), 0, "the run is the one that it asks about");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("says where there is no such exercise", async () => {
    const page = await open({ files: held("v1/?embed=exercise&exercise=no-such") });
    const frame = await inside(page, "#raw");
    await frame.getByTestId("embed-none").waitFor();
    await page.end();
  });
});

describe("for everyone", () => {
  for (const [i, lang] of languages.entries()) {
    test(`no fault that axe knows in the host and in its frames, nothing over the edge at 320 px: ${lang}`, async () => {
      for (const [j, width] of [320, 1200].entries()) {
        const page = await open({ lang, width, theme: (i + j) % 2 ? "dark" : "light" });
        await hears(page, "exercise", "ready");
        await hears(page, "run", "ready");
        assert.deepEqual(await violations(page), [], `host ${width}`);
        assert.deepEqual(await overflow(page), [], `host ${width}`);
        for (const id of ["exercise", "run"]) {
          const frame = await frameOf(page, id);
          await page.locator(`#${id}`).scrollIntoViewIfNeeded();
          assert.equal(await frame.evaluate(() => document.documentElement.lang), lang);
          for (const panel of ["window", "code", "more"]) {
            await frame.getByTestId(`panel-choice-${panel}`).evaluate((button) => button.click());
            assert.deepEqual(await violations(frame), [], `${id} ${panel} ${width}`);
            assert.deepEqual(await overflow(frame), [], `${id} ${panel} ${width}`);
          }
          if (id === "run") continue;
          await frame.getByTestId("panel-choice-lesson").evaluate((button) => button.click());
          await enter(frame, ways.get(`trace/${trace.tasks[0].id}`)[0].answer);
          await commit(frame);
          await hears(page, "exercise", "answered");
          assert.deepEqual(await violations(frame), [], `answered ${width}`);
          assert.deepEqual(await overflow(frame), [], `answered ${width}`);
        }
        assert.deepEqual(page.troubles, []);
        await page.end();
      }
    });
  }
});

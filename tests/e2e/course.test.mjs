// The course as a learner takes it: each exercise answered wrong in every way that it names, then right, in each language.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { catalogOf, course, exercises, sayingOf, taskCount, wordsOf } from "./answers.mjs";
import { commit, enter, keptOf, openLesson, plain, readVerdict, said, stepOf, ways } from "./lesson.mjs";
import { languages } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();
const open = (options) => openLesson(session, options);
const full = Boolean(process.env.SECONDWIND_FULL);

/** Goes to where an answer is seen. */
async function jump(page, place) {
  await page.getByTestId("task-jump").click();
  assert.equal(await page.getByTestId("scenario").inputValue(), place.run.scenario);
  assert.equal(await stepOf(page), place.step);
}

describe("every exercise", () => {
  for (const lang of languages) {
    test(`is answered wrong in each named way and then right, in ${lang}`, async () => {
      const page = await open({ lang });
      const catalog = catalogOf(lang);
      let passed = 0;
      for (const { section, exercise } of exercises) {
        const words = wordsOf(exercise, lang);
        if ((await page.getByTestId("lesson").getAttribute("data-section")) !== section) {
          await page.getByTestId("section-next").click();
          assert.equal(await page.getByTestId("lesson").getAttribute("data-section"), section);
        }
        await page.locator(`[data-testid="exercise-card"][data-exercise="${exercise.id}"]`).click();
        assert.equal(await page.getByTestId("exercise-title").textContent(), words("title"));
        for (const [i, task] of exercise.tasks.entries()) {
          const name = `${exercise.id}/${task.id}, ${lang}`;
          assert.equal(await page.getByTestId("task").getAttribute("data-task"), task.id, name);
          assert.equal(plain(await page.getByTestId("question-text").textContent()), words(task.id), name);
          if (task.at) assert.deepEqual([await page.getByTestId("scenario").inputValue(), await stepOf(page)], [task.at.run.scenario, task.at.step], name);
          assert.equal(await page.getByTestId("gated").count(), task.gated ? 1 : 0, name);
          const all = ways.get(`${exercise.id}/${task.id}`);
          for (const [j, { answer, verdict }] of all.entries()) {
            const way = `${name}: ${JSON.stringify(answer)}`;
            await enter(page, answer);
            await commit(page);
            const { kept, ...seen } = await readVerdict(page, `lesson-6/${exercise.id}/${task.id}`);
            const feedback = sayingOf(task, verdict, words, catalog);
            assert.deepEqual(seen, { outcome: verdict.outcome, feedback, gated: 0, worlds: verdict.world ? 1 : 0 }, way);
            assert.equal(kept.tries.length, task.kind === "explain" ? 0 : j, way);
            assert.equal(kept.first.outcome, all[0].verdict.outcome, way);
            if (verdict.jump && (full || lang === "en")) await jump(page, verdict.jump);
          }
          passed += 1;
          if (i < exercise.tasks.length - 1) await page.getByTestId("task-next").click();
        }
        await page.getByTestId("task-back").click();
        assert.equal(await page.locator(`[data-exercise="${exercise.id}"][data-passed]`).getAttribute("data-passed"), "true");
      }
      const progress = page.getByTestId("lesson-progress");
      assert.deepEqual([await progress.getAttribute("data-done"), await progress.getAttribute("data-count")], [String(passed), String(taskCount)]);
      const bound = course.view.criteria.filter((criterion) => criterion.exercise !== null).length;
      assert.equal(await page.getByTestId("criteria-met").getAttribute("data-met"), String(bound), "those with an exercise tick themselves");
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});

describe("the lesson", () => {
  for (const lang of languages) {
    test(`reads beside the run of its sections, in ${lang}`, async () => {
      const page = await open({ lang });
      for (const [i, section] of course.view.sections.entries()) {
        if (i > 0) await page.getByTestId("section-next").click();
        assert.equal(await page.getByTestId("lesson").getAttribute("data-section"), section.id);
        if (section.run) assert.deepEqual([await page.getByTestId("scenario").inputValue(), await stepOf(page)], [section.run.scenario, section.step]);
        const prose = await page.getByTestId("prose").innerText();
        assert.ok(prose.length > 300, section.id);
        assert.doesNotMatch(prose, /\{ ?\$|\*\*|\]\(/, "values, emphasis and links are drawn");
        assert.equal(await page.evaluate(() => document.activeElement.id), i > 0 ? "lesson-heading" : await page.evaluate(() => document.activeElement.id));
      }
      assert.equal(await page.getByTestId("section-next").count(), 0);
      assert.ok((await page.getByTestId("prose").locator("tbody tr").count()) > 30, "the glossary is a table");
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }
});

describe("a task", () => {
  test("hides what lies behind its step until it is answered, and says so", async () => {
    const page = await open({ lesson: "threshold", exercise: "trace", task: "turn", scenario: "trace" });
    const lastSeen = await page.getByTestId("scrubber").getAttribute("max");
    await page.getByTestId("to-end").click();
    assert.equal(await stepOf(page), 0);
    assert.match(await page.getByTestId("lesson-status").textContent(), /Answer first/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "task-heading");
    await page.getByTestId("lab-toggle").click();
    await page.getByTestId("lab-held").waitFor();
    await page.getByTestId("lab-toggle").click();
    await enter(page, { kind: "number", value: 99 });
    await commit(page);
    await said(page).waitFor();
    await page.getByTestId("to-end").click();
    assert.ok((await stepOf(page)) > Number(lastSeen), "the fog does not tell how long the run is");
    await page.end();
  });

  test("without an answer asks for one, and nothing is kept", async () => {
    const page = await open({ lesson: "threshold", exercise: "trace" });
    await commit(page);
    assert.match(await page.getByRole("alert").textContent(), /answer first/i);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "task-number");
    assert.deepEqual(await keptOf(page), []);
    await page.end();
  });

  test("gives its hints one by one, and its solution to who has tried twice; that is not passed", async () => {
    const page = await open({ lesson: "threshold", exercise: "trace" });
    const [{ exercise }] = exercises.filter((one) => one.exercise.id === "trace");
    const words = wordsOf(exercise, "en");
    const task = exercise.tasks[0];
    for (let hint = 1; hint <= task.hints; hint += 1) {
      await page.getByTestId("hint-show").click();
      assert.equal(await page.getByTestId("hint").count(), hint);
      assert.equal(plain(await page.getByTestId("hint").last().textContent()), words(task.id, `hint-${hint}`));
    }
    assert.equal(await page.getByTestId("hint-show").count(), 0);
    for (const value of [1, 2]) {
      assert.equal(await page.getByTestId("solution-ask").count(), 0);
      await enter(page, { kind: "number", value });
      await commit(page);
      await page.locator(`[data-testid="verdict-said"]`).waitFor();
    }
    await page.getByTestId("solution-ask").click();
    await page.getByTestId("solution-show").click();
    await page.locator('[data-outcome="shown"]').waitFor();
    const { answer } = course.solution("trace", task.id);
    assert.equal(await page.getByTestId("task-number").inputValue(), String(answer.value));
    assert.equal(await page.getByTestId("task-commit").count(), 0);
    assert.equal(await page.getByTestId("task-choice").first().getAttribute("data-state"), "shown");
    const [kept] = await keptOf(page);
    assert.deepEqual([kept.shown, kept.hints, kept.first.outcome, kept.tries.length], [true, task.hints, "not-yet", 1]);
    await page.getByTestId("to-text").click();
    assert.equal(await page.locator('[data-exercise="trace"][data-passed]').getAttribute("data-passed"), "false");
    await page.end();
  });

  test("opens the world in which the answer would be right, at the first difference", async () => {
    const page = await open({ lesson: "positions", exercise: "storm", scenario: "last-item" });
    await page.getByTestId("show-run").click();
    const way = ways.get("storm/how-often").find(({ verdict }) => verdict.world);
    await enter(page, way.answer);
    await commit(page);
    await page.getByTestId("task-world").click();
    await page.getByTestId("worlds").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "worlds");
    assert.match(await page.getByTestId("world-here").getByTestId("world-bugs").textContent(), /reset/i);
    await page.getByTestId("first-difference").click();
    assert.equal(await page.getByTestId("worlds-moment").getAttribute("data-value"), await page.getByTestId("difference").getAttribute("data-moment"));
    await page.end();
  });

  test("that asks for a line shows its code itself, and the page's own tells nothing", async () => {
    const page = await open({ lesson: "positions", exercise: "three-positions", task: "replaces" });
    await page.getByTestId("code-covered").waitFor();
    assert.equal(await page.getByTestId("code").count(), 0);
    await enter(page, course.solution("three-positions", "replaces").answer);
    await commit(page);
    await page.getByTestId("code").waitFor();
    await page.end();
  });

  test("takes no answer from outside of its range", async () => {
    const page = await open({ lesson: "threshold", exercise: "ratio", scenario: "invoice-import" });
    await enter(page, { kind: "dials", set: { ratio: 7 } });
    await commit(page);
    assert.match(await page.getByRole("alert").textContent(), /outside/);
    assert.deepEqual(await keptOf(page), []);
    await page.end();
  });
});

describe("by keys alone", () => {
  const press = async (page, ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test("a choice is made, committed, and the next task begun", async () => {
    const page = await open({ lesson: "watch", exercise: "read-the-log" });
    await page.locator("#task-heading").focus();
    const right = course.solution("read-the-log", "compaction-calls").answer.value;
    const [{ exercise }] = exercises.filter((one) => one.exercise.id === "read-the-log");
    await press(page, "h", String(exercise.tasks[0].options.indexOf(right) + 1), "Enter");
    await page.locator('[data-outcome="passed"]').waitFor();
    assert.equal(await page.getByTestId("hint").count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement.id), "verdict-heading");
    assert.match(await page.getByTestId("lesson-status").textContent(), /^Right\. /);
    await press(page, "Tab", "Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "task-heading");
    assert.equal(await page.getByTestId("task").getAttribute("data-task"), exercise.tasks[1].id);
    await page.end();
  });

  test("an order is made with the arrows, and the item keeps the focus", async () => {
    const page = await open({ lesson: "positions", exercise: "three-positions" });
    const { items } = course.solution("three-positions", "order").answer;
    for (const [to, item] of items.entries()) {
      const row = page.locator(`[data-testid="task-item"][data-id="${item}"]`);
      await row.getByTestId("move-up").focus();
      for (let at = await row.evaluate((element) => [...element.parentElement.children].indexOf(element)); at > to; at -= 1) await press(page, "ArrowUp");
      assert.equal(await page.evaluate(() => document.activeElement.closest("li").dataset.id), item);
    }
    await page.getByTestId("task-commit").press("Enter");
    await page.locator('[data-outcome="passed"]').waitFor();
    await page.end();
  });

  test("a line is picked with the arrows", async () => {
    const page = await open({ lesson: "positions", exercise: "three-positions", task: "replaces" });
    const { line } = course.solution("three-positions", "replaces").answer;
    await page.locator('[data-testid="task-line"] input').first().focus();
    while (!(await page.locator(`[data-testid="task-line"][data-line="${line}"] input`).isChecked())) await press(page, "ArrowDown");
    await press(page, "Enter");
    await page.locator('[data-outcome="passed"]').waitFor();
    await page.end();
  });
});

describe("the place", () => {
  test("is in the address, and back and forward walk through it", async () => {
    const page = await open();
    const at = (section, exercise) => page.locator(`[data-testid="lesson"][data-section="${section}"]${exercise ? `[data-exercise="${exercise}"]` : ":not([data-exercise])"}`).waitFor();
    await page.getByTestId("section-next").click();
    await page.waitForURL(/lesson=meter$/);
    await page.locator('[data-exercise="two-meters"]').click();
    await page.waitForURL(/exercise=two-meters&lesson=meter&task=/);
    await page.goBack();
    await at("meter");
    await page.goBack();
    await at("watch");
    await page.goForward();
    await page.goForward();
    await at("meter", "two-meters");
    await page.getByTestId("lesson-close").click();
    await page.getByTestId("lesson").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "lesson-toggle");
    await page.getByTestId("lesson-toggle").click();
    await at("meter");
    assert.deepEqual(page.troubles, []);
    await page.end();
  });

  test("that the course does not have is told, and the page opens all the same", async () => {
    const page = await session.open({ scenario: "v1/order-race", step: "0?exercise=nothing&lesson=nowhere" });
    assert.equal(await page.getByTestId("lesson").count(), 0);
    await page.locator('[data-testid="notice"][data-key="keep-link-bad"]').first().waitFor();
    await page.end();
  });
});

describe("progress", () => {
  /** A page with a task passed, one tried, one explained, and a point ticked. */
  async function worked(options) {
    const page = await open({ lesson: "threshold", exercise: "trace", ...options });
    for (const { answer } of ways.get("trace/threshold")) {
      await enter(page, answer);
      await commit(page);
      await said(page).waitFor();
    }
    await page.getByTestId("task-next").click();
    await enter(page, { kind: "number", value: 99 });
    await commit(page);
    await said(page).waitFor();
    await page.getByTestId("to-text").click();
    await page.getByTestId("criteria").locator("summary").click();
    await page.locator('[data-testid="criterion"][data-id="own-words"]').check();
    return page;
  }
  const states = (page) => page.getByTestId("task-choice").evaluateAll((all) => all.map(({ dataset }) => dataset.state));

  test("is there after a reload, with what was said of the last answer", async () => {
    const page = await worked();
    await page.locator('[data-exercise="trace"]').click();
    await page.reload();
    await page.getByTestId("lesson").waitFor();
    assert.deepEqual(await states(page), ["passed", "not-yet", "open", "open"]);
    assert.equal(await said(page).getAttribute("data-outcome"), "not-yet");
    assert.equal(await page.getByTestId("task-number").inputValue(), "99");
    await page.getByTestId("to-text").click();
    await page.getByTestId("criteria").locator("summary").click();
    assert.equal(await page.locator('[data-testid="criterion"][data-id="own-words"]').isChecked(), true);
    assert.equal(await page.getByTestId("lesson-progress").getAttribute("data-done"), "1");
    await page.end();
  });

  test("what is entered and not committed is there after a reload as well, and is not judged", async () => {
    const page = await worked();
    await page.locator('[data-exercise="trace"]').click();
    await page.getByTestId("task-number").fill("123");
    await page.reload();
    await page.getByTestId("lesson").waitFor();
    assert.equal(await page.getByTestId("task-number").inputValue(), "123");
    assert.deepEqual(await states(page), ["passed", "not-yet", "open", "open"]);
    assert.match(await page.evaluate(() => sessionStorage.getItem("secondwind.drafts")), /"lesson-6\/trace\/[^"]+":\{"kind":"number","value":123\}/);
    await page.end();
  });

  test("leaves in a file, and comes back from it elsewhere", async () => {
    const page = await worked();
    await page.getByTestId("share").click();
    assert.equal(await page.getByTestId("held-tasks").count(), 1);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save-progress").click()]);
    const kept = await keptOf(page);
    const other = await open({ lesson: "threshold", exercise: "trace", lang: "ko" });
    await other.getByTestId("share").click();
    await other.getByTestId("file-input").setInputFiles(await download.path());
    await other.getByTestId("brought").waitFor();
    await other.getByTestId("add-progress").click();
    assert.deepEqual(await states(other), ["passed", "not-yet", "open", "open"]);
    assert.deepEqual(await keptOf(other), kept);
    await page.end();
    await other.end();
  });

  test("of an exercise is forgotten on demand, and that can be undone", async () => {
    const page = await worked();
    await page.locator('[data-exercise="trace"]').click();
    await page.getByTestId("exercise-restart").click();
    assert.deepEqual(await states(page), ["open", "open", "open", "open"]);
    assert.deepEqual(await keptOf(page), []);
    await page.locator('[data-testid="notice"][data-key="course-restarted"]').getByTestId("notice-action").click();
    assert.deepEqual(await states(page), ["passed", "not-yet", "open", "open"]);
    await page.end();
  });
});

describe("the files of the course", () => {
  const script = /\/course-[\w-]+\.js$/;
  /** The worker, too, would bring them. */
  const alone = (context) => context.addInitScript(() => delete Navigator.prototype.serviceWorker);
  const notice = (page, key) => page.locator(`[data-testid="notice"][data-key="${key}"]`);

  test("come when the course is opened, and not before", async () => {
    const asked = [];
    const page = await session.open({ prepare: alone, engine: true });
    page.on("request", (request) => asked.push(request.url()));
    await page.getByTestId("step").click();
    assert.deepEqual(asked.filter((url) => script.test(url)), []);
    await page.getByTestId("lesson-toggle").click();
    await page.getByTestId("lesson").waitFor();
    assert.equal(asked.filter((url) => script.test(url)).length, 1);
    assert.equal(await page.evaluate(() => document.activeElement.id), "lesson-heading");
    await page.end();
  });

  for (const lang of languages) {
    test(`that do not come are told and can be asked for again, in ${lang}`, async () => {
      const page = await session.open({ lang, step: 5, prepare: alone });
      await page.route(script, (route) => route.abort());
      await page.getByTestId("lesson-toggle").click();
      await notice(page, "course-missing").waitFor();
      assert.equal(plain(await notice(page, "course-missing").locator("p").textContent()), catalogOf(lang)("course-missing"));
      await page.getByTestId("step").click();
      assert.equal(await stepOf(page), 6, "the player goes on");
      await page.unroute(script);
      await notice(page, "course-missing").getByTestId("notice-action").click();
      await page.getByTestId("lesson").waitFor();
      assert.equal(await notice(page, "course-missing").count(), 0);
      await page.end();
    });
  }

  test("come from a disk", async () => {
    const page = await session.open({ engine: false });
    await page.goto(`${pathToFileURL(fileURLToPath(new URL("../../www/dist/index.html", import.meta.url)))}?lang=ko#v1/order-race/0?lesson=meter`);
    await page.locator('[data-testid="lesson"][data-section="meter"]').waitFor();
    assert.ok((await page.getByTestId("prose").innerText()).length > 300);
    assert.deepEqual(page.troubles.filter((trouble) => !trouble.startsWith("request: file:")), []);
    await page.end();
  });
});

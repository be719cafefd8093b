// The lesson for everyone: no fault that axe knows, and nothing over the edge, in each language and theme, narrow and wide.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exercises } from "./answers.mjs";
import { broken, lengthen, overflow, violations } from "./everyone.mjs";
import { commit, enter, openLesson, pieces, said, ways } from "./lesson.mjs";
import { languages, themes } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();
const open = (options) => openLesson(session, options);
const full = Boolean(process.env.SECONDWIND_FULL);

/** What is looked at: how it is reached, and what is done there. */
const views = [
  { lesson: "watch" },
  { lesson: "recap", act: (page) => page.getByTestId("sections").locator("summary").click() },
  { lesson: "glossary" },
  ...["three-positions/order", "three-positions/late-check", "read-the-log/after-reset", "trace/threshold", "surviving-facts/last-rounds", "ratio/too-high", "when-not/when"].map((name) => {
    const [id, task] = name.split("/");
    const { section, exercise } = exercises.find((one) => one.exercise.id === id);
    const at = exercise.tasks.find((one) => one.id === task).at;
    const act = async (page) => {
      if (await page.getByTestId("show-run").count()) await page.getByTestId("show-run").click();
      if (await page.getByTestId("hint-show").count()) await page.getByTestId("hint-show").click();
      await enter(page, ways.get(name)[0].answer);
      await commit(page);
      await said(page).waitFor();
    };
    return { lesson: section, exercise: id, task, scenario: at?.run.scenario, act };
  }),
];

/** Goes to a view as a link does. */
async function go(page, { scenario, lesson, exercise, task }) {
  await page.evaluate((hash) => (location.hash = hash), `v1/${scenario}/0?${pieces({ lesson, exercise, task })}`);
  const open = exercise ? `[data-exercise="${exercise}"]` : ":not([data-exercise])";
  await page.locator(`[data-testid="lesson"][data-section="${lesson}"]${open}`).waitFor();
}

describe("for everyone", () => {
  const samples = languages.flatMap((lang, i) => themes.map((theme, j) => ({ lang, theme, width: [320, 768, 1440][(i + j) % 3] })));
  for (const { lang, theme, width } of samples) {
    test(`no fault that axe knows, nothing over the edge: ${lang}, ${theme}, ${width} px`, async () => {
      const page = await open({ lang, theme, width, height: 800 });
      for (const [i, { act, scenario = "order-race", lesson, exercise, task }] of views.entries()) {
        if (!full && i % 2 !== languages.indexOf(lang) % 2) continue;
        await go(page, { scenario, lesson, exercise, task });
        await act?.(page);
        assert.deepEqual(await violations(page), [], `${lesson} ${exercise} ${task}`);
        assert.deepEqual(await overflow(page), [], `${lesson} ${exercise} ${task}`);
      }
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }

  for (const lang of languages) {
    test(`no word is broken at 320 px: ${lang}`, async () => {
      const page = await open({ lang, width: 320, height: 700 });
      for (const { act, scenario = "order-race", lesson, exercise, task } of views) {
        await go(page, { scenario, lesson, exercise, task });
        await act?.(page);
        assert.deepEqual(await broken(page, "[data-testid=lesson]"), [], `${lesson} ${exercise} ${task}`);
      }
      await page.end();
    });

    test(`nothing runs over at 320 px, with words a third longer: ${lang}`, async () => {
      const page = await open({ lang, width: 320, height: 700 });
      for (const { act, scenario = "order-race", lesson, exercise, task } of views) {
        await go(page, { scenario, lesson, exercise, task });
        await act?.(page);
        await lengthen(page);
        assert.deepEqual(await overflow(page), [], `${lesson} ${exercise} ${task}`);
      }
      for (const panel of ["window", "code", "more", "lesson"]) {
        await page.getByTestId(`panel-choice-${panel}`).click();
        assert.deepEqual(await overflow(page), [], panel);
      }
      await page.end();
    });
  }

  for (const theme of themes) {
    test(`what was picked is marked as plainly once the task is closed: ${theme}`, async () => {
      const page = await open({ lesson: "watch", exercise: "read-the-log", task: "after-reset", theme });
      await enter(page, ways.get("read-the-log/after-reset").at(-1).answer);
      await commit(page);
      await said(page).waitFor();
      const marks = await page.locator("[data-testid=task-option]:checked:disabled").evaluateAll((inputs) => inputs.map((input) => [getComputedStyle(input).backgroundColor, getComputedStyle(input).opacity]));
      const ink = await page.evaluate(() => getComputedStyle(document.documentElement).color);
      assert.ok(marks.length > 0);
      for (const mark of marks) assert.deepEqual(mark, [ink, "1"]);
      await page.end();
    });
  }
});

// What the tests do in a lesson: open it, enter an answer with the controls of its kind, and read what is said of it.
import { exercises, waysOf } from "./answers.mjs";

/** All ways to answer each task. */
export const ways = new Map(exercises.flatMap(({ exercise }) => exercise.tasks.map((task) => [`${exercise.id}/${task.id}`, waysOf(exercise, task)])));

export const plain = (text) => text.replace(/\s+/g, " ").trim();
export const stepOf = (page) => page.getByTestId("step-counter").getAttribute("data-value").then(Number);
export const keptOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("secondwind.progress"))?.tasks ?? []);

/** A place in the lesson, as the address has it. */
export const pieces = ({ lesson, exercise, task }) =>
  [...(exercise ? [`exercise=${exercise}`] : []), `lesson=${lesson}`, ...(task ? [`task=${task}`] : [])].join("&");

/** Opens the page in the lesson. */
export async function openLesson(session, options = {}) {
  const { lesson = "watch", exercise, task, scenario = "order-race", ...rest } = options;
  const page = await session.open({ until: "main", engine: true, ...rest, scenario: `v1/${scenario}`, step: `0?${pieces({ lesson, exercise, task })}` });
  await page.getByTestId("lesson").waitFor();
  return page;
}

/** Enters an answer with the controls of its kind. */
export async function enter(page, answer) {
  switch (answer.kind) {
    case "number":
      return page.getByTestId("task-number").fill(String(answer.value));
    case "explain":
      return page.getByTestId("task-explain").fill(answer.text);
    case "dials":
      for (const [key, value] of Object.entries(answer.set)) await page.getByTestId(`task-${key}`).fill(String(value));
      return;
    case "pick-line":
      return page.locator(`[data-testid="task-line"][data-line="${answer.line}"] input`).check();
    case "order":
      for (const [to, item] of answer.items.entries()) {
        const row = page.locator(`[data-testid="task-item"][data-id="${item}"]`);
        const at = () => row.evaluate((element) => [...element.parentElement.children].indexOf(element));
        while ((await at()) > to) await row.getByTestId("move-up").click();
      }
      return;
    default: {
      const wanted = (answer.picked ?? [answer.value]).map(String);
      // What stays picked is not touched, so that an answer that picks nothing is one as well.
      return page.getByTestId("task-option").evaluateAll((options, ids) => {
        for (const option of options) if (option.type === "checkbox" && ids.length === 0 && !option.checked && option === options[0]) option.click();
        for (const option of options) if (option.checked !== ids.includes(option.dataset.id) && (option.type === "checkbox" || !option.checked)) option.click();
      }, wanted);
    }
  }
}

export const commit = (page) => page.getByTestId("task-commit").click();
export const said = (page) => page.getByTestId("verdict-said");

/** What is said of an answer, and what is kept of it. */
export const readVerdict = (page, id) =>
  page.evaluate((task) => {
    const all = (name) => [...document.querySelectorAll(`[data-testid="${name}"]`)];
    return {
      outcome: all("verdict-said")[0]?.dataset.outcome,
      feedback: [...(all("feedback")[0]?.children ?? [])].map((part) => part.textContent.replace(/\s+/g, " ").trim()),
      gated: all("gated").length,
      worlds: all("task-world").length,
      kept: JSON.parse(localStorage.getItem("secondwind.progress")).tasks.find((work) => work.task === task),
    };
  }, id);

import type { TaskView, Verdict } from "secondwind/course";
import { t } from "./i18n.svelte";
import type { Texts } from "./texts";

/** What is said of an answer, as Markdown, a paragraph each: the words of the exercise where it has any, else those of the page. */
export function feedback(verdict: Verdict, task: TaskView, texts: Texts): string[] {
  const { code, wrong, outcome } = verdict;
  if (outcome === "passed" || outcome === "kept") {
    const because = task.because ? texts.find(task.id, "because") : null;
    return outcome === "passed" && because ? [because] : [t(`verdict-${code}`), ...(because ? [because] : [])];
  }
  const args = { ...verdict.args };
  if (code === "goal" || code === "held") args["goal"] = texts.get(task.id, `goal-${args["goal"]}`);
  const said = wrong !== null && task.says.includes(wrong) ? texts.find(task.id, `says-${wrong}`) : null;
  // How many are wrong says more than what is said of one of them.
  if (said !== null) return code === "extra" ? [t(`verdict-${code}`, args), said] : [said];
  return [t(`verdict-${code}`, args)];
}

/** Markdown as it is read out. */
export const plain = (text: string): string => text.replace(/[`*]/g, "");

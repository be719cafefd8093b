/** Where the lesson is, as a part of the address: the section, the exercise and the task that are open. */
import { kit } from "./coursekit.svelte";
import { engine } from "./engine.svelte";
import { lesson } from "./lesson.svelte";
import { format, parse } from "./fragment";
import { place, register } from "./place";

/** An id of something in the course. Whether there is such a thing is known once the course has come. */
function id(key: "lesson" | "exercise" | "task", get: () => string | null, set: (value: string | null) => void, knows: (value: string) => boolean): void {
  register(key, {
    entry: true,
    get,
    set(value) {
      const isBad = value !== null && (!/^[a-z][a-z0-9-]{0,60}$/i.test(value) || (lesson.course !== null && !knows(value)));
      if (isBad) throw new RangeError(`${key} is not ${value}`);
      set(value);
      // Where the course did not come for the link, this tells so, with the way to ask for it again.
      if (value !== null) kit.with(() => {});
    },
  });
}

id(
  "lesson",
  () => lesson.section,
  (value) => (lesson.section = value),
  (value) => lesson.view?.sections.some((section) => section.id === value) ?? false,
);
id(
  "exercise",
  () => (lesson.section === null ? null : lesson.exercise),
  (value) => (lesson.exercise = value),
  (value) => lesson.exerciseOf(value) !== null,
);
id(
  "task",
  () => (lesson.section === null || lesson.exercise === null ? null : lesson.task),
  (value) => (lesson.task = value),
  (value) => lesson.exerciseHere?.tasks.some((task) => task.id === value) ?? false,
);

/** A link may name an exercise alone: it is of one section, and asks about one run. */
place.complete = (fragment) => {
  const { scenario, step, pieces, slips } = parse(fragment);
  const name = pieces.get("exercise");
  const section = name !== undefined && !pieces.has("lesson") ? lesson.view?.sections.find(({ exercises }) => exercises.includes(name)) : undefined;
  const exercise = name !== undefined && section ? lesson.exerciseOf(name) : null;
  if (!section || !exercise || slips.length > 0) return fragment;
  const task = exercise.tasks.find((one) => one.id === pieces.get("task")) ?? lesson.nextIn(exercise);
  const at = scenario === null && task?.at && Object.keys(task.at.run.patch).length === 0 ? { scenario: task.at.run.scenario, step: task.at.step } : { scenario: scenario ?? "", step };
  return format({ ...at, pieces: { ...Object.fromEntries(pieces), lesson: section.id, ...(task ? { task: task.id } : {}) } });
};

const isLesson = (fragment: string): boolean => /[?&](?:lesson|exercise)=/.test(fragment);

/** Does what opens a place once everything is there that the place names. */
export const withPlace = (fragment: string, act: () => void): void => (isLesson(fragment) ? kit : engine).with(act);

/** Fetches what a place needs before it can be shown. */
export const needOf = (fragment: string): Promise<unknown> => (isLesson(fragment) ? kit : engine).need();

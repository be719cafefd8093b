import { untrack } from "svelte";
import type { Recording, ScenarioIssue } from "secondwind/course";
import { asked } from "../embed/asked";
import { recordings, scenarioId, type KeptRecording } from "./recordings.svelte";
import { course, engine } from "./engine.svelte";
import { bring, longest, runName, progressName, fileText, type Brought, type Here, type ProgressFile, type RunFile } from "./files";
import { scenarios, type Played } from "./first.svelte";
import { exerciseFiles, idOf } from "./exercisefile";
import { languages, pick, sayIn, words } from "./i18n.svelte";
import { changesOf } from "./labwords";
import { tryOut, type Sample } from "./lab";
import { lesson } from "./lesson.svelte";
import { withPlace } from "./lessonplace";
import { notices } from "./notices.svelte";
import { patchNow, playPatched } from "./patched";
import { place, reflect, register } from "./place";
import { keep, prefs, themes } from "./prefs.svelte";
import { progress, storageKey, type Finding } from "./progress";
import { isNothing, merge, type Progress } from "./schema";
import { recordingText } from "./recording";
import { session, speeds } from "./session.svelte";
import { sha256 } from "./sha256";

register("speed", {
  get: () => (session.speed === 1 ? null : String(session.speed)),
  set(value) {
    const speed = speeds.find((one) => String(one) === (value ?? "1"));
    if (speed === undefined) throw new Error("no such speed");
    session.speed = speed;
  },
});

const hashes = (scenario: string): Record<string, string> =>
  Object.fromEntries(course().scenarioFiles(scenario).map(({ name, text }) => [name, sha256(text)]));

const sizes = ({ run }: Played): RunFile["run"] => ({ last: run.last, calls: run.calls, compactions: run.compactions });

const here = (): Here => ({
  scenarios,
  hashes,
  play({ scenario, patch }) {
    const player = playPatched(scenario, words.lang, patch);
    if (!player) return null;
    const found = sizes(player);
    player.free();
    return found;
  },
  fault(recording) {
    const { Player } = course();
    try {
      new Player({ recording: { name: "", text: recordingText(recording) } }).free();
      return null;
    } catch (error) {
      const [issue] = (error as { issues?: ScenarioIssue[] }).issues ?? [];
      return issue ? { key: `issue-${issue.code}`, args: issue.args } : { key: "keep-file-foreign", args: {} };
    }
  },
  progress: progress.now,
});

/** The file of the run that is open, or null where none is. It needs the engine, which has the scenario. */
export function runFile(): { name: string; text: string } | null {
  const { run, scenario } = session;
  if (!run) return null;
  const kept = recordings.behind(scenario);
  if (kept) return recordings.file(kept);
  const { last, calls, compactions } = run;
  const file: RunFile = {
    format: "secondwind-run",
    version: 1,
    scenario,
    files: hashes(scenario),
    run: { last, calls, compactions },
    patch: patchNow(),
    place: place.current(),
  };
  return { name: runName(scenario), text: fileText(file) };
}

/** The file of all work, which opens where the page is now. */
export function progressFile(): { name: string; text: string } {
  const file: ProgressFile = {
    format: "secondwind-progress",
    version: 1,
    settings: { lang: words.lang, theme: prefs.theme, letters: prefs.letters },
    progress: { ...progress.now, place: place.current() },
  };
  return { name: progressName, text: fileText(file) };
}

/** Gives a text to the browser as a file to keep, or bytes. */
export function save({ name, text, type = "application/json" }: { name: string; text: BlobPart; type?: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function brought(file: File): Promise<Brought> {
  // The size is told first, so that a film that was dropped by mistake is not read.
  if (file.size > 3 * longest) return { verdict: "cannot", why: { key: "keep-file-long", args: {} } };
  try {
    await engine.need();
  } catch {
    return { verdict: "cannot", why: { key: "engine-missing", args: {} } };
  }
  try {
    return bring(await file.text(), here());
  } catch {
    return { verdict: "cannot", why: { key: "keep-file-unreadable", args: {} } };
  }
}

const open = (fragment: string): void => withPlace(fragment, () => place.open(fragment));

/** Opens a run that was brought. */
export function openRun(file: RunFile): void {
  session.playing = false;
  open(file.place);
}

/** Opens a recording that was brought. */
export function openRecording(recording: Recording): void {
  const { id } = recordings.add(recording);
  engine.with(() => {
    session.playing = false;
    session.load(id, words.lang);
  });
}

/** Gives the scenario that a recording makes to the browser, as files to keep, and opens it. It throws where there is none. */
export function openScenario(kept: KeptRecording): void {
  const id = scenarioId(kept);
  recordings.lend(id);
  const { archive, madeFiles } = course();
  save({ name: `${id}.zip`, text: archive(madeFiles(id)), type: "application/zip" });
  session.playing = false;
  session.load(id, words.lang);
}

/** Gives an exercise about the run that the lab shows to the browser, as files to put into a course. */
export function saveExercise({ patch, score }: Sample): void {
  const { archive, source } = course();
  const { scenario } = session;
  const plain = tryOut(source(scenario, words.lang), {}).sample;
  if (!plain) return;
  const files = exerciseFiles({ scenario, patch, plain: plain.score, changed: score }, languages, sayIn, (lang) => changesOf(patch, lang));
  save({ name: `${idOf(scenario)}.zip`, text: archive(files), type: "application/zip" });
}

/** Takes over work that was brought, in place of the work here or together with it. */
export function takeProgress(file: ProgressFile, how: "replace" | "add"): void {
  const before = progress.now;
  progress.change((mine) => (how === "add" ? merge(mine, file.progress) : file.progress));
  if (how === "replace") {
    lesson.forgetDrafts();
    const { lang, theme, letters } = file.settings;
    if (lang !== undefined) chooseLanguage(pick([lang]));
    const known = themes.find((one) => one === theme);
    if (known) prefs.setTheme(known);
    if (letters !== undefined) prefs.setLetters(letters);
    session.playing = false;
    if (file.progress.place !== null) open(file.progress.place);
  }
  if (!isNothing(before)) undoable("keep-taken", before);
}

export function startClean(): void {
  lesson.forgetDrafts();
  undoable("keep-cleared", progress.clear());
  resume.offer = null;
}

function undoable(key: string, before: Progress): void {
  const run = (): void => {
    progress.replace(before);
    notices.replace("progress", []);
  };
  notices.replace("progress", [{ key, args: {}, action: { key: "keep-undo", run } }]);
}

/** The work that was found when the page opened, until the learner has said what is to become of it. */
class Resume {
  offer = $state.raw<Progress | null>(null);
}

export const resume = new Resume();

export function goOn(): void {
  const to = resume.offer?.place ?? null;
  resume.offer = null;
  session.playing = false;
  if (to !== null) open(to);
}

function find(finding: Finding): void {
  // In a frame there is no dialog with another way to keep things.
  const key = asked.view === null || finding.kind === "damaged" ? `keep-found-${finding.kind}` : "embed-not-kept";
  notices.replace("storage", [{ key, args: finding.kind === "damaged" ? { count: finding.faults } : {} }]);
}

let opened = "";
let moved = false;

/** Opens the place of the address, then looks for work of earlier visits. Nothing of it runs by itself. */
export function start(): void {
  progress.onfinding = find;
  progress.load();
  recordings.recall();
  const target = {
    get scenarios() {
      return [...scenarios, ...recordings.ids];
    },
    at: () => ({ scenario: session.scenario, step: session.step }),
    go(scenario: string, step: number): void {
      // What was said of the dials of another link is not true of this one.
      notices.drop("dials");
      session.load(scenario, words.lang, step);
    },
  };
  place.start(target);
  place.onfollow = (fragment) => {
    if (moved) progress.visit(fragment);
  };
  opened = place.current();
  const found = progress.now;
  if (!isNothing(found) && found.place !== opened) resume.offer = found;
}

/** The address and the last place follow. To be called in an effect. */
export function follow(): void {
  const fragment = place.current();
  const { run, step, scenario } = session;
  untrack(() => {
    if (fragment !== opened) moved = true;
    place.follow(fragment);
    if (moved && run && run.last > 0 && step === run.last && scenarios.includes(scenario)) progress.finish(scenario);
  });
}

/** What the page listens to while it is open. Returns what ends it. */
export function listen(): () => void {
  place.settle();
  const changed = (): void => {
    place.changed(open);
    // An entry of the history may name the language or the theme of then.
    reflect({ lang: words.lang, theme: prefs.theme });
  };
  const hidden = (): void => place.flush();
  const stored = (event: StorageEvent): void => {
    if (event.key === null || event.key === storageKey) progress.load();
  };
  // Who does anything here will soon want more than the first run.
  const stirred = (): void => void engine.need().catch(() => {});
  window.addEventListener("pointerdown", stirred, { once: true });
  window.addEventListener("keydown", stirred, { once: true });
  // Between entries that differ in more than the fragment, as in their language, no change of the fragment is told.
  window.addEventListener("popstate", changed);
  window.addEventListener("hashchange", changed);
  window.addEventListener("pagehide", hidden);
  window.addEventListener("storage", stored);
  return () => {
    window.removeEventListener("pointerdown", stirred);
    window.removeEventListener("keydown", stirred);
    window.removeEventListener("popstate", changed);
    window.removeEventListener("hashchange", changed);
    window.removeEventListener("pagehide", hidden);
    window.removeEventListener("storage", stored);
  };
}

/** A language stays chosen, and the run with it. */
export function chooseLanguage(lang: typeof words.lang): void {
  words.lang = lang;
  keep("lang", lang);
  session.speak(lang);
}

// What plays, and what is played: a script of its own, since the page opens with a run that is played already.
import { liveProviders, type LiveProvider } from "secondwind/course";

export { Course, Player, Recorder, checkCourse, liveEndpoint, livePolicy } from "secondwind/course";
export { archive, unpack } from "./lib/archive";
export { runOf } from "./live/acts";
export { languages } from "./lib/languages";
export { files, originals } from "./live/task";
export { adopt, forget, madeFiles, record, scenarioFiles, scenarios, source } from "./lib/scenarios";

let known: readonly LiveProvider[] | null = null;

/** Who can answer in a live run. Asked for late: a browser without WebAssembly has the engine, too, and is told why nothing plays. */
export const providers = (): readonly LiveProvider[] => (known ??= liveProviders());

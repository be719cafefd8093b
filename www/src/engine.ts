// What plays, and what is played: a script of its own, since the page opens with a run that is played already.
export { Course, Player } from "secondwind/course";
export { languages } from "./lib/languages";
export { bench, files } from "./live/task";
export { forget, record, scenarioFiles, scenarios, source } from "./lib/scenarios";

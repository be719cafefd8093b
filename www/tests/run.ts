import type { StepKind, StepMark } from "secondwind/course";

/** A run of three rounds with a compaction after the second: kind, call, compaction, accumulated, occupancy. */
const steps: [StepKind, number, number, number, number][] = [
  ["start", 0, 0, 0, 200],
  ["called", 1, 0, 0, 200],
  ["replied", 1, 0, 400, 400],
  ["ran", 1, 0, 400, 400],
  ["appended", 1, 0, 400, 570],
  ["checked", 1, 0, 400, 570],
  ["called", 2, 0, 400, 570],
  ["replied", 2, 0, 1850, 800],
  ["noted", 2, 0, 1850, 800],
  ["appended", 2, 0, 1850, 930],
  ["crossed", 2, 1, 1850, 930],
  ["asked", 3, 1, 1850, 930],
  ["summarized", 3, 1, 1850, 930],
  ["reread", 3, 1, 1850, 930],
  ["replaced", 3, 1, 1850, 210],
  ["reset", 3, 1, 0, 210],
  ["called", 4, 0, 0, 210],
  ["replied", 4, 0, 1200, 480],
  ["finished", 4, 0, 1200, 480],
];

export const marks: StepMark[] = steps.map(([kind, call, compaction, accumulated, occupancy], step) => ({
  step,
  kind,
  call,
  compaction,
  accumulated,
  occupancy,
  spend: 0,
  requestTokens: null,
  repeatedTokens: null,
  lines: [],
}));

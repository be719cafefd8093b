import type { StepKind, StepMark } from "secondwind/course";

/** The six stages of a compaction, in order. */
export const stages = ["crossed", "asked", "summarized", "reread", "replaced", "reset"] as const;

const isStage = (kind: StepKind): boolean => (stages as readonly string[]).includes(kind);

/** The step at which the threshold is next crossed. */
export function nextCompaction(marks: readonly StepMark[], step: number): number | null {
  return marks.find((m) => m.step > step && m.kind === "crossed")?.step ?? null;
}

/** The stages of the compaction that a step belongs to; empty outside of one. */
export function stagesAt(marks: readonly StepMark[], step: number): StepMark[] {
  const here = marks[step];
  if (!here || here.compaction === 0 || !isStage(here.kind)) return [];
  return marks.filter((m) => m.compaction === here.compaction && isStage(m.kind));
}

/**
 * The last step of the given kind, while the number it left behind still stands: that is, until the next reply.
 * It is what lets "1,850 → 0" stay on the page.
 */
export function standing(marks: readonly StepMark[], step: number, kind: StepKind): StepMark | null {
  for (let k = step; k >= 0; k--) {
    const mark = marks[k]!;
    if (mark.kind === kind) return mark;
    if (mark.kind === "replied") return null;
  }
  return null;
}

/** The step of a compaction at which something happens, or null where the run has none. */
export function stageStep(marks: readonly StepMark[], compaction: number, kind: StepKind): number | null {
  return marks.find((m) => m.compaction === compaction && m.kind === kind)?.step ?? null;
}

/** Whether the threshold was reached at this step or before, and the meter that triggered has not fallen yet. */
export function isHot(kind: StepKind, meter: string): boolean {
  const until = stages.indexOf(meter === "accumulated" ? "reset" : "replaced");
  const at = (stages as readonly string[]).indexOf(kind);
  return at >= 0 && at < until;
}

import type { Frame, StepMark } from "secondwind/course";

/** NOTES.md as it was written once. */
export interface Version {
  version: number;
  call: number;
  step: number;
  content: string;
  previous: string | null;
}

/** All that was written into NOTES.md up to a step, newest first. */
export function versionsAt(marks: readonly StepMark[], step: number, frameAt: (step: number) => Frame | null): Version[] {
  const found: Version[] = [];
  for (const mark of marks) {
    if (mark.step > step) break;
    const notes = mark.kind === "noted" ? frameAt(mark.step)?.notes : undefined;
    if (notes?.content == null) continue;
    const { content, previous, version, call } = notes;
    found.unshift({ version, call, step: mark.step, content, previous });
  }
  return found;
}

import type { Recording } from "secondwind/course";

/** A recording as a file. */
export const recordingText = (recording: Recording): string => `${JSON.stringify(recording, null, 1)}\n`;

/** Whether a value says that it is a recording; the engine reads it in full. */
export function isRecording(value: unknown): value is Recording {
  const { format, version, title, answers } = (value ?? {}) as Partial<Recording>;
  return format === "secondwind-recording" && version === 1 && typeof title === "string" && Array.isArray(answers);
}

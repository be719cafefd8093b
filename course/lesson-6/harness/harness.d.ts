// The parts of the harness that the page uses itself.

interface Message {
  role: "user" | "assistant";
  content: unknown;
}

interface Prompts {
  summaryInstruction: string;
  summaryHeading: string;
  notesHeading: string;
  notesEmpty: string;
  notesSaved: string;
}

export function restartMessage(summary: string, notes: string | null, prompts: Prompts): string;
/** All that the summary call sends: the instruction, then the history as text. */
export function summaryRequest(messages: readonly Message[], prompts: Pick<Prompts, "summaryInstruction">): string;
export const UPDATE_NOTES: { name: string; description: string; input_schema: object };

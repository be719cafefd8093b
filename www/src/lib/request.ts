import type { Frame, ShownMessage, StepMark, StubScript } from "secondwind/course";
import { UPDATE_NOTES, restartMessage, summaryRequest } from "../../../course/lesson-6/harness/harness.js";
import prompts from "../../../course/lesson-6/harness/prompts.json";

interface Message {
  role: "user" | "assistant";
  content: unknown;
}

/** What goes to the provider. */
export interface Body {
  model: string;
  max_tokens: number;
  system?: string;
  tools?: object[];
  messages: Message[];
}

export interface NextRequest {
  purpose: "main" | "summary";
  /** The call and the step at which it goes out. */
  call: number;
  step: number;
  body: Body;
  /** What it counts as, and whether the provider said so. */
  tokens: number;
  counted: boolean;
  /** The size of what stands before the messages. */
  fixed: number;
  /** What each message is, and its size. */
  parts: { kind: ShownMessage["kind"] | "history"; tokens: number; counted: boolean }[];
}

/** The step at which the next request goes out: this one, if one goes out now. */
export function sendingStep(marks: readonly StepMark[], step: number): number | null {
  return marks.find((mark) => mark.step >= step && (mark.kind === "called" || mark.kind === "asked"))?.step ?? null;
}

const blocks = (message: Message): { type: string; id?: string }[] => (Array.isArray(message.content) ? message.content : []);
const textOf = (shown: ShownMessage, type: string): string => shown.parts.find((part) => part.type === type)?.text ?? "";

/** The messages as the provider gets them. A shown message has no ids; the replies of the script do. */
export function literal(shown: readonly ShownMessage[], replies: readonly object[]): Message[] {
  const found: Message[] = [];
  for (const message of shown) {
    if (message.kind === "reply") {
      const reply = replies[message.call - 1] as { content?: unknown } | undefined;
      found.push({ role: "assistant", content: reply?.content ?? [] });
    } else if (message.kind === "results") {
      const calls = blocks(found.at(-1) ?? { role: "user", content: [] }).filter(({ type }) => type === "tool_use");
      const content = message.parts.map((part, i) => ({
        type: "tool_result",
        tool_use_id: calls[i]?.id ?? "",
        content: part.text,
        ...(part.isError && { is_error: true }),
      }));
      found.push({ role: "user", content });
    } else if (message.kind === "restart") {
      const notes = textOf(message, "notes");
      found.push({ role: "user", content: restartMessage(textOf(message, "summary"), notes, prompts) });
    } else {
      found.push({ role: message.role, content: message.parts.map((part) => part.text).join("") });
    }
  }
  return found;
}

/**
 * The request that goes out at a step, put together from what the run shows there.
 * @param after The frame after the reply has come in: it knows what the provider counted.
 */
export function requestOf(frame: Frame, after: Frame | null, script: StubScript): NextRequest {
  const messages = literal(frame.messages, script.replies);
  const fixed = frame.window.find((part) => part.id === 0)?.tokens ?? 0;
  const common = { call: frame.call, step: frame.step };
  if (frame.kind === "asked") {
    const content = summaryRequest(messages, prompts);
    const output = after?.args["tokens"];
    const counted = after !== null && typeof output === "number";
    const spent = counted ? after.meters.spend - frame.meters.spend - output : 0;
    const tokens = counted ? spent : Math.ceil(new Blob([content]).size / 4);
    const body: Body = { model: "stub", max_tokens: script.policy.summaryLimit ?? 2000, messages: [{ role: "user", content }] };
    return { ...common, purpose: "summary", body, tokens, counted, fixed: 0, parts: [{ kind: "history", tokens, counted }] };
  }
  const { system } = script;
  const tools = [...script.tools, UPDATE_NOTES];
  const body: Body = { model: "stub", max_tokens: script.policy.replyLimit ?? 1024, system, tools, messages };
  const parts = frame.messages.map(({ kind, tokens, counted }) => ({ kind, tokens, counted }));
  const tokens = frame.meters.occupancy;
  return { ...common, purpose: "main", body, tokens, counted: frame.meters.occupancyCounted, fixed, parts };
}

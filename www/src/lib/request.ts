import type { Frame, ModelRequest, ShownMessage } from "secondwind/course";

/** What goes to the provider, the model's name first. */
export type Body = { model: string } & ModelRequest["body"];

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

/** The request with what the window knows of its parts. `frame` is that of the step in which it goes out, `model` who answers it. */
export function requestAt(request: ModelRequest, frame: Frame, model = "stub"): NextRequest {
  const { purpose, call, step, tokens } = request;
  const common = { purpose, call, step, tokens, body: { model, ...request.body } };
  if (purpose === "summary") {
    return { ...common, counted: true, fixed: 0, parts: [{ kind: "history", tokens, counted: true }] };
  }
  const [fixed, ...messages] = frame.window;
  const parts = messages.map(({ kind, tokens, counted }) => ({ kind: kind as ShownMessage["kind"], tokens, counted }));
  // A loop that sends less than the window holds sends the newest.
  const sent = parts.slice(parts.length - request.body.messages.length);
  return { ...common, counted: frame.meters.occupancyCounted, fixed: fixed?.tokens ?? 0, parts: sent };
}

import type { Frame, ShownMessage } from "secondwind/course";

/** What is in the window at a frame, in its order, each message with the size that it has there. */
export function inWindow(messages: readonly ShownMessage[], frame: Frame): ShownMessage[] {
  const here = new Map(messages.filter((m) => isHere(m, frame.step)).map((m) => [m.id, m]));
  return frame.window.flatMap(({ id, tokens, counted }) => {
    const message = here.get(id);
    return message ? [{ ...message, tokens, counted }] : [];
  });
}

/** What left the window by this step, in the order in which it left. */
export function archived(messages: readonly ShownMessage[], step: number): ShownMessage[] {
  const gone = messages.filter((m) => m.left !== null && m.left <= step);
  return gone.sort((a, b) => a.left! - b.left!);
}

const isHere = (message: ShownMessage, step: number): boolean =>
  message.step <= step && (message.left === null || message.left > step);

import type { MessageKind } from "secondwind/course";

/** What the glyphs stand for: parts of the window, and things that lie outside of it. */
export type Sign = "fixed" | MessageKind | "archive" | "summary" | "call";

/** The family a kind belongs to; it decides the colour. */
export const family: Record<Sign, "fixed" | "user" | "model" | "world" | "memory"> = {
  fixed: "fixed",
  task: "user",
  user: "user",
  reply: "model",
  call: "model",
  results: "world",
  restart: "memory",
  block: "memory",
  summary: "memory",
  notes: "memory",
  archive: "fixed",
};

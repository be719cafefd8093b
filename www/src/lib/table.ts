import type { Frame, ShownMessage } from "secondwind/course";
import type { Sign } from "./kinds";

/** Who brought a part into the window. */
export type Who = "harness" | "user" | "model" | "tools";

export interface Row {
  id: number;
  sign: Sign;
  who: Who;
  tokens: number;
  counted: boolean;
  /** What this row and those above it hold together; null for what is not in the window. */
  total: number | null;
  /** Whether all of these were counted. */
  totalCounted: boolean;
}

const whose: Partial<Record<Sign, Who>> = { task: "user", user: "user", reply: "model", results: "tools" };

/** The restart message has the role of the user, but the harness wrote it. */
export const whoOf = (sign: Sign): Who => whose[sign] ?? "harness";

export const sum = (rows: readonly { tokens: number }[]): number => rows.reduce((all, row) => all + row.tokens, 0);

/** What is in the window, oldest first, with the running total. */
export function windowRows(frame: Frame): Row[] {
  let total = 0;
  let totalCounted = true;
  return frame.window.map((part) => {
    total += part.tokens;
    totalCounted &&= part.counted;
    return { id: part.id, sign: part.kind, who: whoOf(part.kind), tokens: part.tokens, counted: part.counted, total, totalCounted };
  });
}

/** What compactions took out, oldest first. */
export function archiveRows(archive: readonly ShownMessage[]): Row[] {
  return archive.map((message) => ({
    id: message.id,
    sign: message.kind,
    who: whoOf(message.kind),
    tokens: message.tokens,
    counted: message.counted,
    total: null,
    totalCounted: true,
  }));
}

/** A share in whole tenths of a percent, rounded down: what is below the threshold never reads as 100 %. */
export const shareOf = (tokens: number, of: number): number => (of > 0 ? Math.floor((tokens * 1000) / of) / 1000 : 0);

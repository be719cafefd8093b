/** What whoever framed the page asks for in its address: `#v1/order-race/0?embed=player&state=host`. It holds as long as the page is open. */
import { parse } from "../lib/fragment";
import type { View } from "./embed";

export const views: readonly View[] = ["exercise", "player"];
/** The pieces of an address that say how the page stands in its frame, and nothing of the place that it shows. */
export const ownKeys: readonly string[] = ["embed", "state", "lti", "lang", "theme"];

export interface Asked {
  /** Null where the page stands for itself. */
  view: View | null;
  /** Whether the host holds the learner's work: then the page writes nothing to the browser's storage. */
  held: boolean;
  /** Whether the frame's height is told as an LTI platform wants it, also to one that says nothing. */
  lti: boolean;
}

export function askedIn(fragment: string): Asked {
  const { pieces } = parse(fragment);
  const view = views.find((one) => one === pieces.get("embed")) ?? null;
  return { view, held: view !== null && pieces.get("state") === "host", lti: view !== null && pieces.get("lti") === "on" };
}

export const asked: Asked = askedIn(typeof location === "undefined" ? "" : location.hash.slice(1));

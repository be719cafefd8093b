/** Where the page keeps things on this device. A page in a frame whose host holds the work keeps nothing there. */
import { asked } from "../embed/asked";
import { isOpened } from "./coursesource";

/** `localStorage`, or what stands for it. Every call may throw. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const items = new Map<string, string>();
const memory: Shelf = {
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => void items.set(key, value),
  removeItem: (key) => void items.delete(key),
};

/** For the learner's work and settings. Beside a course of the visitor's own it leaves what is kept of the page's alone. */
export const shelf = (): Shelf => (asked.held || isOpened ? memory : localStorage);

/** For what lasts as long as the tab: recordings, and a key that is to stay. Where the host holds the work, nothing does. */
export function tabShelf(): Shelf {
  if (asked.held) throw new Error("nothing is kept in this tab");
  return sessionStorage;
}

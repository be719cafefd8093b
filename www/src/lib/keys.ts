import { predict } from "./predict.svelte";
import { prefs } from "./prefs.svelte";
import { session } from "./session.svelte";
import { time } from "./time.svelte";

/** Whether the element does something of its own with the keys that are pressed in it. */
function types(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog, select, textarea, [contenteditable]")) return true;
  return target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox";
}

/** Whether Space presses the element itself. */
const presses = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("button, summary, a, [type=checkbox]") !== null;

/** The action of a key press, or null where the page leaves the key alone. */
function action(event: KeyboardEvent, help: () => void): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  switch (event.key) {
    case "ArrowRight":
      return event.shiftKey ? session.nextTurn : session.next;
    case "ArrowLeft":
      return event.shiftKey ? session.previousTurn : session.back;
    case "Home":
      return session.toStart;
    case "End":
      return session.toEnd;
    case " ":
      return presses(event.target) ? null : session.toggle;
    case "c":
    case "C":
      return prefs.letters ? session.nextCompaction : null;
    case "t":
    case "T":
      return prefs.letters ? session.nextCheck : null;
    case "b":
    case "B":
      return prefs.letters ? session.runToBreak : null;
    case "l":
    case "L":
      return prefs.letters ? time.toggleList : null;
    case "?":
      return prefs.letters ? help : null;
    default:
      return prefs.letters ? predict.digit(event.key) : null;
  }
}

export function onKey(event: KeyboardEvent, help: () => void): void {
  if (event.defaultPrevented || event.isComposing || types(event.target)) return;
  const run = action(event, help);
  if (!run) return;
  event.preventDefault();
  run();
}

import { predict } from "./predict.svelte";
import { prefs } from "./prefs.svelte";
import { session } from "./session.svelte";
import { time } from "./time.svelte";

/** The element in which a key is pressed, also where it stands in a shadow tree. */
function pressedIn(event: KeyboardEvent): HTMLElement | null {
  const [target] = event.composedPath();
  return target instanceof HTMLElement ? target : null;
}

/** Whether a key that is pressed writes text where it is pressed. */
export function writes(event: KeyboardEvent): boolean {
  const target = pressedIn(event);
  if (target instanceof HTMLInputElement) return !/^(range|checkbox|radio|button)$/.test(target.type);
  return target?.closest("textarea, [contenteditable]") != null;
}

/** Whether the element does something of its own with the keys that are pressed in it. */
function uses(event: KeyboardEvent): boolean {
  const target = pressedIn(event);
  const isRadio = target instanceof HTMLInputElement && target.type === "radio";
  return isRadio || writes(event) || target?.closest("dialog, select") != null;
}

/** Whether Space presses the element itself. */
const presses = (event: KeyboardEvent): boolean => pressedIn(event)?.closest("button, summary, a, [type=checkbox]") != null;

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
      return presses(event) ? null : session.toggle;
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
  if (event.defaultPrevented || event.isComposing || uses(event)) return;
  const run = action(event, help);
  if (!run) return;
  event.preventDefault();
  run();
}

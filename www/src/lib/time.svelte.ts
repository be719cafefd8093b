import { parsed, withBreak, written, type Breakpoint, type Condition } from "./breaks";
import type { EventType } from "./events";
import { keep, recall } from "./prefs.svelte";
import { zooms, type Zoom } from "./zoom";

/** How a learner moves through the run and looks at it: kept on this device. */
class Time {
  zoom = $state<Zoom>(zooms.find((zoom) => zoom === recall("zoom")) ?? "call");
  /** Whether what lies ahead is hidden. */
  fog = $state(true);
  /** Whether the window is shown as a table. */
  list = $state(false);
  /** The types of step that are listed; none chosen means all. */
  types = $state.raw<readonly EventType[]>([]);
  breaks = $state.raw<readonly Breakpoint[]>(parsed(recall("breaks") ?? ""));
  /** Whether playing pauses where a compaction fires. */
  pauses = $state(recall("pauses") !== "off");

  setZoom(zoom: Zoom): void {
    this.zoom = zoom;
    keep("zoom", zoom);
  }

  setPauses(on: boolean): void {
    this.pauses = on;
    keep("pauses", on ? "on" : "off");
  }

  toggleType(type: EventType): void {
    this.types = this.types.includes(type) ? this.types.filter((other) => other !== type) : [...this.types, type];
  }

  toggleList = (): void => {
    this.list = !this.list;
  };

  #setBreaks(breaks: readonly Breakpoint[]): void {
    this.breaks = breaks;
    keep("breaks", written(breaks));
  }

  addBreak(of: Condition): void {
    this.#setBreaks(withBreak(this.breaks, of));
  }

  switchBreak(id: number, active: boolean): void {
    this.#setBreaks(this.breaks.map((point) => (point.id === id ? { ...point, active } : point)));
  }

  dropBreak(id: number): void {
    this.#setBreaks(this.breaks.filter((point) => point.id !== id));
  }
}

export const time = new Time();

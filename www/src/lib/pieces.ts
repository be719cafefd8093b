/** What the page adds to its address beside the scenario and the step: everything that changes what is seen. */
import { parsed, written } from "./breaks";
import { bugNames, program, type Bug } from "./code";
import { isTurned, parsed as parsedDials, written as writtenDials } from "./lab";
import { eventTypes, type EventType } from "./events";
import { panels, tabs } from "./panels.svelte";
import { register } from "./place";
import { predict } from "./predict.svelte";
import { session } from "./session.svelte";
import { time } from "./time.svelte";
import { budgetFrom } from "./worlds";
import { worlds } from "./worlds.svelte";
import { zooms } from "./zoom";

/** One of a fixed set of words, of which one is the default. */
function word<T extends string>(key: string, all: readonly T[], usual: T, get: () => T, set: (value: T) => void): void {
  register(key, {
    get: () => (get() === usual ? null : get()),
    set: (value) => {
      const known = value === null ? usual : all.find((one) => one === value);
      if (known === undefined) throw new RangeError(`${key} is not ${value}`);
      set(known);
    },
  });
}

/** Several of a fixed set of words; none is the default. */
function words<T extends string>(key: string, all: readonly T[], get: () => readonly T[], set: (value: T[]) => void): void {
  register(key, {
    get: () => (get().length === 0 ? null : get().join(",")),
    set: (value) => {
      const chosen = value === null ? [] : value.split(",");
      const known = all.filter((one) => chosen.includes(one));
      if (known.length !== chosen.length) throw new RangeError(`${key} is not ${value}`);
      set(known);
    },
  });
}

const onOff = ["on", "off"] as const;
const asWord = (on: boolean): "on" | "off" => (on ? "on" : "off");

words<Bug>("bugs", bugNames, () => session.bugs, (bugs) => {
  // Mistakes that change the same line cannot be made together: this says so.
  program.patched(bugs, "accumulated");
  session.bugs = bugs;
});
word("predict", onOff, "off", () => asWord(predict.on), (on) => predict.switch(on === "on"));
word("zoom", zooms, "call", () => time.zoom, (zoom) => session.setZoom(zoom));
word("fog", onOff, "on", () => asWord(time.fog), (on) => (time.fog = on === "on"));
word("list", onOff, "off", () => asWord(time.list), (on) => (time.list = on === "on"));
word("tab", tabs, "code", () => panels.tab, (tab) => panels.choose(tab));
words<EventType>("types", eventTypes, () => time.types, (types) => (time.types = types));

register("breaks", {
  get: () => (time.breaks.length === 0 ? null : written(time.breaks)),
  set: (value) => {
    const points = parsed(value ?? "");
    if (value !== null && points.length === 0) throw new RangeError(`no breakpoint in ${value}`);
    time.breaks = points;
  },
});

register("budget", {
  get: () => (session.budget === null ? null : String(session.budget)),
  set: (value) => {
    const budget = budgetFrom(value ?? "");
    if (budget === undefined) throw new RangeError(`no budget in ${value}`);
    session.budget = budget;
  },
});

/** The mistakes of the other world, and how many moments it is ahead: `noReset,append.3`; `none` for the sound harness. */
register("world", {
  get: () => (worlds.open ? (worlds.bugs.join(",") || "none") + (worlds.ahead > 0 ? `.${worlds.ahead}` : "") : null),
  set: (value) => {
    const [names = "", ahead = "0"] = (value ?? "none").split(".");
    const chosen = names === "none" ? [] : names.split(",");
    const known = bugNames.filter((one) => chosen.includes(one));
    if (known.length !== chosen.length || !/^\d{1,6}$/.test(ahead)) throw new RangeError(`no world in ${value}`);
    program.patched(known, "accumulated");
    worlds.bugs = known;
    worlds.open = value !== null;
    // The step that it belongs to is opened after the pieces.
    if (Number(ahead) > 0) void Promise.resolve().then(() => worlds.stayAhead(Number(ahead)));
  },
});

/** What else the other world changes of the scenario, as the dials of the lab are written. */
register("world-dials", {
  get: () => (worlds.open && isTurned(worlds.dials) ? writtenDials(worlds.dials) : null),
  set: (value) => {
    const { notes, bugs, ...dials } = parsedDials(value ?? "");
    if (notes !== undefined || bugs !== undefined) throw new RangeError("mistakes have a piece of their own");
    worlds.dials = dials;
  },
});

import type { StepMark } from "secondwind/course";

/** The drawing area of the curve, in pixels. The range input's thumb travels from `left` to `right`. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Where a step lies on the time axis. */
export function xAt(step: number, last: number, area: Area): number {
  return last === 0 ? area.left : area.left + ((area.right - area.left) * step) / last;
}

/** Where a number of tokens lies on the upright axis. */
export function yAt(tokens: number, scale: number, area: Area): number {
  return area.bottom - ((area.bottom - area.top) * tokens) / scale;
}

/**
 * What the height of the curve stands for: the highest that a meter that triggers comes to, in each world that is drawn,
 * and always a little more than the threshold. A meter that only watches may go past it: it is cut.
 */
export function scaleOf(threshold: number, ...triggering: readonly (readonly number[])[]): number {
  return triggering.reduce((most, values) => values.reduce((high, value) => Math.max(high, value), most), threshold * 1.15);
}

/** Round numbers of tokens up to the end of an axis, from 0, at most as many as there is room for and one more. */
export function ticksOf(end: number, room: number): number[] {
  const least = end / Math.max(1, room);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least)!);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
}

const steps = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.4, 8, 10, 12.8, 16];

/**
 * What the height of the vessels stands for at one moment: the limit, as long as both meters stay below it. A meter
 * that outgrows the limit makes both vessels smaller together, in few steps, so that they keep one scale. One that does
 * not trigger only does so for the first of these steps, then it is cut: what it is compared with must stay readable.
 */
export function vesselScale(limit: number, triggering: readonly number[], watching: readonly number[] = []): number {
  const cut = limit * steps[1]!;
  const most = Math.max(0, ...triggering, ...watching.map((tokens) => Math.min(tokens, cut)));
  const step = steps.find((factor) => limit * factor >= most);
  return step === undefined ? most : limit * step;
}

/** The way from the first mark to the one at `until`, as an SVG path. */
export function linePath(points: readonly Point[]): string {
  return points.map((p, i) => `${i === 0 ? "M" : "L"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
}

/** The same way, closed along the bottom. */
export function areaPath(points: readonly Point[], bottom: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return "";
  return `${linePath(points)}L${last.x.toFixed(1)} ${bottom}L${first.x.toFixed(1)} ${bottom}Z`;
}

/**
 * The same line with few points: of those that fall on one pixel, the first, the highest, the lowest and the last. A run
 * of thousands of steps is drawn as fast as a short one.
 */
export function thinned(points: readonly Point[]): readonly Point[] {
  if (points.length < 1000) return points;
  const kept: Point[] = [];
  for (let i = 0; i < points.length; ) {
    const pixel = Math.round(points[i]!.x);
    let j = i;
    let high = i;
    let low = i;
    for (; j < points.length && Math.round(points[j]!.x) === pixel; j++) {
      if (points[j]!.y < points[high]!.y) high = j;
      if (points[j]!.y > points[low]!.y) low = j;
    }
    for (const k of [...new Set([i, high, low, j - 1])].sort((a, b) => a - b)) kept.push(points[k]!);
    i = j;
  }
  return kept;
}

/** Leaves out what would stand closer to its neighbour than `room`. */
export function spaced<T extends { x: number }>(marks: readonly T[], room: number): T[] {
  let edge = -Infinity;
  return marks.filter(({ x }) => {
    if (x - edge < room) return false;
    edge = x;
    return true;
  });
}

export interface Label extends Point {
  mark: StepMark;
  /** Whether there is room for the label beside its neighbours. */
  fits: boolean;
}

/** Drops the labels that would run into one already placed; later ones win, since they are nearer to the present. */
export function placeLabels(labels: readonly Omit<Label, "fits">[], room: number): Label[] {
  const placed: Label[] = [];
  let edge = Infinity;
  for (const label of labels.toReversed()) {
    const fits = edge - label.x >= room;
    if (fits) edge = label.x;
    placed.unshift({ ...label, fits });
  }
  return placed;
}

/** How wide a word is in the chart's small type. Unit: px. A letter that is as wide as it is high counts as two. */
export function wordWidth(word: string): number {
  return [...word].reduce((sum, letter) => sum + (letter >= "\u1100" ? 11.2 : 6.7), 0);
}

/** Whether a line goes through a box, or past it nearer than `gap`. */
function crosses(line: readonly Point[], { left, right, top, bottom }: Area, gap: number): boolean {
  return line.some((b, i) => {
    const a = line[i - 1] ?? b;
    const [from, to] = [Math.max(left - gap, a.x), Math.min(right + gap, b.x)];
    if (from > to) return false;
    const at = (x: number): number => (a.x === b.x ? a.y : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x));
    const [one, other] = a.x === b.x ? [a.y, b.y] : [at(from), at(to)];
    return Math.max(one, other) >= top - gap && Math.min(one, other) <= bottom + gap;
  });
}

/**
 * Where the word of the level `y` begins, so that a line keeps clear of it: above the level, else below it, else higher above it,
 * and there as far to the left as it can. Where the line leaves no room, it stands at the very left above the level.
 */
export function clearOf(line: readonly Point[], word: { width: number; height: number }, y: number, area: Area): Point {
  const first = { x: area.left + 5, y: y - 5 };
  for (const base of [first.y, y + word.height + 1, y - 14]) {
    for (let x = first.x; x + word.width <= area.right; x += 12) {
      const box = { left: x, right: x + word.width, top: base - word.height, bottom: base };
      if (box.top >= 0 && box.bottom <= area.bottom && !crosses(line, box, 4)) return { x, y: base };
    }
  }
  return first;
}

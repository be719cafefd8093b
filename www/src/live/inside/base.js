// Runs inside the sandbox before anything else: what JavaScript itself does not have, and what it has of time and chance,
// which are counted here, so that a program does the same on every machine. Nobody waits.
import host from "sandbox:host";
import { inspect } from "sandbox:inspect";

const { advance, print } = host;
const { Date, Map, Math, Promise, Reflect, String } = globalThis;
const uncurried = (act) => Function.prototype.call.bind(act);
const then = uncurried(Promise.prototype.then);
const { construct } = Reflect;
const { imul, max, min } = Math;
const drop = uncurried(Map.prototype.delete);
const find = uncurried(Map.prototype.get);
const keep = uncurried(Map.prototype.set);
const has = uncurried(Map.prototype.has);
const settled = Promise.resolve();

/** Where the clock stands at first. */
const start = Date.UTC(2026, 0, 1);
/** How far it has gone. Unit: milliseconds. */
let now = 0;

/** The timers that are set, by number, and all of them in a heap, where those that were dropped stay for a while. */
const timers = new Map();
let heap = bare([]);
let set = 0;
let last = 0;
let turn = 0;
let guarded = null;

/** A list that nobody else's changes of arrays reach. */
function bare(list) {
  return Object.setPrototypeOf(list, null);
}

/** Has errors of timers and of queued jobs told to a function, and nothing run behind them. */
export function guard(act) {
  guarded = act;
}

const isBefore = (one, other) => one.due < other.due || (one.due === other.due && one.turn < other.turn);

function push(timer) {
  let at = heap.length;
  heap[at] = timer;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isBefore(timer, heap[above])) break;
    heap[at] = heap[above];
    heap[above] = timer;
    at = above;
  }
}

function pop() {
  const first = heap[0];
  const moved = heap[heap.length - 1];
  heap.length -= 1;
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1], heap[below])) below += 1;
    if (!isBefore(heap[below], moved)) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = moved;
  return first;
}

/** Puts a timer in its place, behind those of the same time. */
function put(timer, delay) {
  turn += 1;
  timer.due = now + delay;
  timer.turn = turn;
  // Timers that were dropped are let go of once most are.
  if (heap.length > 2 * set + 64) {
    const all = heap;
    heap = bare([]);
    for (let at = 0; at < all.length; at += 1) if (has(timers, all[at].id)) push(all[at]);
  }
  push(timer);
}

function add(act, delay, args, every = null) {
  if (typeof act !== "function") throw new TypeError('The "callback" argument must be of type function');
  last += 1;
  const timer = { id: last, due: 0, turn: 0, act, args, every };
  keep(timers, last, timer);
  set += 1;
  put(timer, delay);
  return last;
}

function clear(id) {
  if (drop(timers, id)) set -= 1;
}

const wait = (delay) => min(max(Number(delay) || 1, 1), 2 ** 31 - 1);

/** Calls what is not called by the program itself. Answers whether to go on. */
function call(act, args) {
  if (guarded === null) {
    act(...args);
    return true;
  }
  try {
    act(...args);
    return true;
  } catch (error) {
    guarded(error);
    return false;
  }
}

/** Runs the next timer. Answers its number, or nothing where nothing goes on. */
export function fire() {
  while (heap.length > 0) {
    const timer = pop();
    if (find(timers, timer.id) !== timer) continue;
    advance(String(timer.due - now));
    now = timer.due;
    if (timer.every === null) clear(timer.id);
    else put(timer, timer.every);
    return call(timer.act, timer.args) ? timer.id : undefined;
  }
  return undefined;
}

const say = (...values) => print?.(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" "));

/** Counted, and without a beginning that could differ. */
let state = 0x2f6e2b1;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const time = () => start + now;
const dated = uncurried(Date.prototype.toString);
const Counted = new Proxy(Date, {
  construct: (native, args, made) => construct(native, args.length === 0 ? [time()] : args, made),
  apply: (native) => dated(new native(time())),
});
// What `await` goes by: with another one, everything that is awaited would be what a program says it is.
Object.defineProperty(Promise.prototype, "constructor", { writable: false, configurable: false });

const hidden = (value) => ({ value, writable: true, enumerable: false, configurable: true });
Object.defineProperty(Date, "now", hidden(function now() { return time(); }));
Object.defineProperty(Date.prototype, "constructor", hidden(Counted));
Object.defineProperty(Math, "random", hidden(random));
Object.defineProperty(globalThis, "Date", hidden(Counted));
Object.defineProperty(globalThis, "performance", hidden({ now: () => now, timeOrigin: start }));

Object.assign(globalThis, {
  setTimeout: (act, delay, ...args) => add(act, wait(delay), args),
  setInterval: (act, delay, ...args) => add(act, wait(delay), args, wait(delay)),
  setImmediate: (act, ...args) => add(act, 0, args),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
  queueMicrotask: (act) => {
    if (typeof act !== "function") throw new TypeError('The "callback" argument must be of type function');
    then(settled, () => void call(act, []));
  },
  console: { log: say, info: say, warn: say, error: say, debug: say },
});

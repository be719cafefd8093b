// Runs inside the sandbox before anything else: what JavaScript itself does not have. Time is counted, nobody waits.
import host from "sandbox:host";
import { inspect } from "sandbox:inspect";

const { advance, print } = host;
const timers = new Map();
let now = 0;
let last = 0;

function add(act, delay, args, every = null) {
  if (typeof act !== "function") throw new TypeError('The "callback" argument must be of type function');
  last += 1;
  timers.set(last, { due: now + delay, act, args, every });
  return last;
}

const wait = (delay) => Math.min(Math.max(Number(delay) || 1, 1), 2 ** 31 - 1);
const drop = (id) => void timers.delete(id);

/** Runs the next timer. Answers its number, or nothing where there is none. */
export function fire() {
  let next = null;
  for (const [id, timer] of timers) if (next === null || timer.due < timers.get(next).due) next = id;
  if (next === null) return undefined;
  const timer = timers.get(next);
  advance(String(timer.due - now));
  now = timer.due;
  timers.delete(next);
  if (timer.every !== null) timers.set(next, { ...timer, due: now + timer.every });
  timer.act(...timer.args);
  return next;
}

const say = (...values) => print?.(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" "));

Object.assign(globalThis, {
  setTimeout: (act, delay, ...args) => add(act, wait(delay), args),
  setInterval: (act, delay, ...args) => add(act, wait(delay), args, wait(delay)),
  setImmediate: (act, ...args) => add(act, 0, args),
  clearTimeout: drop,
  clearInterval: drop,
  clearImmediate: drop,
  queueMicrotask: (act) => void Promise.resolve().then(act),
  console: { log: say, info: say, warn: say, error: say, debug: say },
});

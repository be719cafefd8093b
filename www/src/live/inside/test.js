// Runs inside the sandbox as `node:test`: collects the tests of a file and runs them one after the other.
import host from "sandbox:host";
import { inspect } from "sandbox:inspect";

// What is planned and how it ends is told whatever the code under test does to the language: lists are walked by their
// places, and nothing is called that it can replace.
const { end, plan } = host;
const { String } = globalThis;
const root = { ...lists(), name: "", above: null, isSkipped: false };
const queue = bare();
let group = root;

function lists() {
  return { before: bare(), after: bare(), beforeEach: bare(), afterEach: bare() };
}

/** A list that nobody else's changes of arrays reach. */
function bare() {
  return Object.setPrototypeOf([], null);
}

const inGroup = (name) => (group === root ? name : `${group.name} > ${name}`);

/** The arguments of a test or a group: a name, options and a function, each of which may be left out. */
function read(given) {
  let act;
  let options = {};
  for (let at = given.length - 1; at >= 0; at -= 1) {
    const one = given[at];
    if (typeof one === "function") act = one;
    else if (typeof one === "object" && one !== null) options = one;
  }
  const name = typeof given[0] === "string" ? given[0] : String(act?.name || "<anonymous>");
  return { name, act, isSkipped: Boolean(options.skip ?? options.todo) || act === undefined };
}

function add(given, isSkipped) {
  const { name, act, isSkipped: isOff } = read(given);
  queue[queue.length] = { name: inGroup(name), act, group, isSkipped: isSkipped || isOff || group.isSkipped };
  return Promise.resolve();
}

function addGroup(given, isSkipped) {
  const { name, act, isSkipped: isOff } = read(given);
  const above = group;
  group = { ...lists(), name: inGroup(name), above, isSkipped: isSkipped || isOff || above.isSkipped };
  try {
    act?.();
  } finally {
    group = above;
  }
}

export const test = Object.assign((...given) => add(given, false), {
  skip: (...given) => add(given, true),
  todo: (...given) => add(given, true),
});
export const describe = Object.assign((...given) => addGroup(given, false), { skip: (...given) => addGroup(given, true) });
export const it = test;
export const suite = describe;
const hook = (name) => (act) => {
  const acts = group[name];
  acts[acts.length] = act;
};
export const before = hook("before");
export const after = hook("after");
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");
export default test;

async function all(acts, context) {
  for (let at = 0; at < acts.length; at += 1) {
    const act = acts[at];
    await act(context);
  }
}

/** What goes before a test: of the outer groups first, and of a group once. */
async function begin(own) {
  if (own === null) return;
  await begin(own.above);
  const { before: acts } = own;
  own.before = bare();
  await all(acts);
}

async function each(own, context) {
  if (own === null) return;
  await each(own.above, context);
  await all(own.beforeEach, context);
}

async function runOne({ name, act, group: own }) {
  const context = {
    name,
    diagnostic() {},
    async test(...given) {
      const inner = read(given);
      if (!inner.isSkipped) await inner.act({ ...context, name: inner.name });
    },
  };
  await begin(own);
  await each(own, context);
  try {
    await act(context);
  } finally {
    for (let group = own; group !== null; group = group.above) await all(group.afterEach, context);
  }
}

/** An error as a person reads it: what, then where in the workspace. Whatever was thrown, it does not throw. */
export function told(error) {
  try {
    if (!(error instanceof Error)) return `thrown: ${inspect(error)}`;
    const frames = String(error.stack).split("\n").filter((line) => /\(?[\w./-]+\.\w+(\?[^:]*)?:\d/.test(line));
    const own = frames.filter((line) => !/\((node|sandbox):/.test(line)).map((line) => `    ${line.trim()}`);
    return String([`${error.name}: ${error.message}`, ...own.slice(0, 4)].join("\n"));
  } catch {
    return "thrown: something that cannot be shown";
  }
}

/** What goes behind all tests of a group: the groups that were met last come first. */
async function finish(place) {
  const met = bare();
  for (let at = 0; at < place; at += 1) meet(queue[at].group, met);
  for (let at = met.length - 1; at >= 0; at -= 1) await all(met[at].after);
}

function meet(own, met) {
  if (own === null) return;
  meet(own.above, met);
  for (let at = 0; at < met.length; at += 1) if (met[at] === own) return;
  met[met.length] = own;
}

export async function run() {
  const count = queue.length;
  for (let at = 0; at < count; at += 1) plan(queue[at].name);
  for (let at = 0; at < count; at += 1) {
    const one = queue[at];
    if (one.isSkipped) {
      end("skip", "");
      continue;
    }
    let detail = null;
    try {
      await runOne(one);
    } catch (error) {
      detail = told(error);
    }
    if (detail === null) end("pass", "");
    else end("fail", detail);
  }
  await finish(count);
}

// Runs inside the sandbox as `node:test`: collects the tests of a file and runs them one after the other.
import host from "sandbox:host";
import { inspect } from "sandbox:inspect";

const { end, plan } = host;
const { stringify } = JSON;
const root = { name: "", above: null, before: [], after: [], beforeEach: [], afterEach: [], isSkipped: false };
const queue = [];
let group = root;

const inGroup = (name) => (group === root ? name : `${group.name} > ${name}`);

/** The arguments of a test or a group: a name, options and a function, each of which may be left out. */
function read(given) {
  const act = given.find((one) => typeof one === "function");
  const name = typeof given[0] === "string" ? given[0] : act?.name || "<anonymous>";
  const options = given.find((one) => typeof one === "object" && one !== null) ?? {};
  return { name, act, isSkipped: Boolean(options.skip ?? options.todo) || act === undefined };
}

function add(given, isSkipped) {
  const made = read(given);
  queue.push({ ...made, name: inGroup(made.name), group, isSkipped: isSkipped || made.isSkipped || group.isSkipped });
  return Promise.resolve();
}

function addGroup(given, isSkipped) {
  const { name, act, isSkipped: isOff } = read(given);
  const above = group;
  const lists = { before: [], after: [], beforeEach: [], afterEach: [] };
  group = { ...lists, name: inGroup(name), above, isSkipped: isSkipped || isOff || above.isSkipped };
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
export const before = (act) => void group.before.push(act);
export const after = (act) => void group.after.push(act);
export const beforeEach = (act) => void group.beforeEach.push(act);
export const afterEach = (act) => void group.afterEach.push(act);
export default test;

const groupsOf = (one) => (one === null ? [] : [...groupsOf(one.above), one]);

async function runOne({ name, act, group: own }) {
  const groups = groupsOf(own);
  const context = {
    name,
    diagnostic() {},
    async test(...given) {
      const inner = read(given);
      if (!inner.isSkipped) await inner.act({ ...context, name: inner.name });
    },
  };
  for (const { before: acts } of groups) for (const each of acts.splice(0)) await each();
  for (const { beforeEach: acts } of groups) for (const each of acts) await each(context);
  try {
    await act(context);
  } finally {
    for (const { afterEach: acts } of groups.reverse()) for (const each of acts) await each(context);
  }
}

/** An error as a person reads it: what, then where in the workspace. Whatever was thrown, it does not throw. */
export function told(error) {
  try {
    if (!(error instanceof Error)) return `thrown: ${inspect(error)}`;
    const frames = String(error.stack).split("\n").filter((line) => /\(?[\w./-]+\.\w+(\?[^:]*)?:\d/.test(line));
    const own = frames.filter((line) => !/\((node|sandbox):/.test(line)).map((line) => `    ${line.trim()}`);
    return [`${error.name}: ${error.message}`, ...own.slice(0, 4)].join("\n");
  } catch {
    return "thrown: something that cannot be shown";
  }
}

export async function run() {
  plan(stringify(queue.map(({ name }) => name)));
  for (const one of queue) {
    if (one.isSkipped) {
      end("skip", "");
      continue;
    }
    try {
      await runOne(one);
      end("pass", "");
    } catch (error) {
      end("fail", told(error));
    }
  }
  const groups = [...new Set(queue.flatMap((one) => groupsOf(one.group)))].reverse();
  for (const { after: acts } of groups) for (const each of acts) await each();
}

// Kills an agent at random moments until its work is done: no note that was acknowledged is lost, no tool is started
// twice, and what is on the disk can always be read.
//
// KILLS says how often (default 20), SEED makes the same delays again.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { bareProject } from "./project.mjs";

const project = bareProject();
project.take("kill-agent.mjs");
after(() => project.remove());

const kills = Number(process.env.KILLS ?? 20);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function numbers(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs the agent until it ends by itself or is killed; says which, and what it complained of. */
async function start(folder, random, mayKill) {
  const child = spawn(process.execPath, [project.at("kill-agent.mjs"), folder], { cwd: project.folder });
  let complaint = "";
  child.stderr.on("data", (text) => (complaint += text));
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal })));
  const ready = new Promise((resolve) => child.stdout.once("data", resolve));
  if (mayKill) {
    // Most kills hit the work, some the opening of the session.
    const early = random() < 0.1;
    await Promise.race([ended, early ? sleep(random() * 300) : ready.then(() => sleep(random() ** 2 * 250))]);
    child.kill("SIGKILL");
  }
  return { ...(await ended), complaint };
}

/** What must hold of a folder at any moment. */
function check(folder) {
  const file = join(folder, "ledger");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(" ")) : [];
  const of = (word) => lines.filter(([first]) => first === word).map(([, rest]) => rest);
  const started = of("start");
  assert.equal(new Set(started).size, started.length, "a call was started twice");
  const notes = join(folder, "NOTES.md");
  const kept = existsSync(notes) ? Number(/progress: (\d+)/.exec(readFileSync(notes, "utf8"))?.[1]) : 0;
  const acknowledged = Math.max(0, ...of("noted").map(Number));
  assert.ok(kept >= acknowledged, `the notes hold ${kept}, and ${acknowledged} was acknowledged`);
  assert.ok(kept === 0 || of("noting").includes(String(kept)), "the notes hold what nobody wrote");
  return { started: started.length, noted: of("noted").length, open: started.length - of("end").length };
}

/** The lock of a dead writer counts as left behind after ten seconds; nobody wants to wait for that here. */
function ageLocks(folder) {
  const lock = join(folder, "NOTES.md.lock");
  const long = new Date(Date.now() - 60_000);
  for (const token of existsSync(lock) ? readdirSync(lock) : []) utimesSync(join(lock, token), long, long);
}

test(`an agent survives ${kills} kills (SEED=${seed})`, { timeout: 60_000 + kills * 5_000 }, async () => {
  console.log(`# KILLS=${kills} SEED=${seed}`);
  const random = numbers(seed);
  const sum = { killed: 0, runs: 0, started: 0, noted: 0, interrupted: 0, compactions: 0 };
  while (sum.killed < kills) {
    const folder = mkdtempSync(join(tmpdir(), "secondwind-kill-"));
    let last;
    do {
      last = await start(folder, random, sum.killed < kills);
      ageLocks(folder);
      if (last.signal === "SIGKILL") sum.killed += 1;
      else assert.equal(last.code, 0, `the agent failed (kill ${sum.killed}): ${last.complaint}`);
      check(folder);
    } while (last.signal === "SIGKILL");
    const [answer, compactions] = readFileSync(join(folder, "answer"), "utf8").split("\n");
    assert.equal(answer, "All steps are done.");
    const { started, noted, open } = check(folder);
    sum.runs += 1;
    sum.started += started;
    sum.noted += noted;
    sum.interrupted += open;
    sum.compactions += Number(compactions);
    rmSync(folder, { recursive: true });
  }
  console.log(`# ${JSON.stringify(sum)}`);
  assert.ok(sum.compactions > 0, "no run compacted");
});

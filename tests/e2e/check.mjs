// Plays the reference run to its end in headless Chromium and prints the log that the page shows.
// Usage: node check.mjs URL. The exit code is 0 if the figures are those of the lesson, else 1.
import assert from "node:assert/strict";
import { changes, reference, start, walk } from "./page.mjs";

const url = process.argv[2];
if (!url) {
  console.error("usage: node check.mjs URL");
  process.exit(1);
}

const session = await start(url);
try {
  const page = await session.open();
  const seen = await walk(page);
  const last = seen.at(-1);
  console.log(last.log.join("\n"));
  assert.deepEqual(changes(seen.map((at) => at.accumulated)), reference.figures, "the counter");
  assert.equal(last.kind, "finished");
  for (const total of ["calls", "compactionCalls", "compactions"]) assert.equal(last[total], reference[total], total);
  assert.ok(last.answer, "the answer");
  assert.ok(last.notes, "NOTES.md");
  assert.deepEqual(page.troubles, [], "the console stays silent");
  console.log(`\n${seen.length} steps walked, figures as in the lesson: ${reference.figures.slice(1).join(", ")}`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await session.close();
}

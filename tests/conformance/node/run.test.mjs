// Every public case, through the package as it was built: `node --test tests/conformance/node`.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { allCases } from "./cases.mjs";
import { pureFits } from "./pure.mjs";
import { sessionFits, whyNotSession } from "./session.mjs";
import { shellFits } from "./shell.mjs";

/** What waits for contexts of their own, a budget for a tree of them, and a transport that runs in a browser. */
const PENDING = ["A54", "A55", "A56", "A57", "A58", "A59"];

const cases = allCases();
const passed = new Set();
const pending = new Set();
/** How many rows went through what. */
const counts = { function: 0, Harness: 0, session: 0 };

/** A row over a function calls it; any other goes through `Harness`, and through `session` where that can be said. */
function vesselsOf(row) {
  if (row.pure) return [["function", pureFits]];
  const session = whyNotSession(row) === undefined ? [["session", sessionFits]] : [];
  return [["Harness", shellFits], ...session];
}

describe("public cases", () => {
  for (const { id, claim, pending: reason, rows } of cases) {
    if (reason !== undefined) {
      pending.add(id);
      test(`${id} ${claim}`, { skip: reason });
      continue;
    }
    test(`${id} ${claim}`, async () => {
      const faults = [];
      for (const row of rows) {
        for (const [vessel, run] of vesselsOf(row)) {
          counts[vessel] += 1;
          const found = await run(row);
          faults.push(...found.map((fault) => `${row.name} (${vessel}): ${fault}`));
        }
      }
      assert.ok(rows.length > 0, "no row runs here");
      assert.deepEqual(faults, []);
      passed.add(id);
    });
  }

  test("each report is a case, and nothing else waits", () => {
    const ids = Array.from({ length: 60 }, (_, index) => `A${String(index + 1).padStart(2, "0")}`);
    assert.deepEqual(cases.map(({ id }) => id).sort(), ids);
    assert.deepEqual([...pending].sort(), PENDING);
  });

  after(() => {
    const rows = Object.entries(counts).map(([vessel, count]) => `${count} by ${vessel}`).join(", ");
    console.log(`rows: ${rows}`);
    console.log(`public cases (node): ${passed.size} passed, ${pending.size} pending`);
  });
});

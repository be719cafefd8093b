import { readFileSync } from "node:fs";
import { Player, stubScript, type StepKind } from "secondwind/course";
import { describe, expect, test } from "vitest";
import { contrast } from "./colour";
import { bugNames, copied, groups, linesOf, markersAt, program, ranges, report, type Bug } from "../src/lib/code";
import { tokens } from "../src/lib/highlight";
import { Program, rowsBetween, stripped, type Toggles } from "../src/lib/patch";
import { scenarioSource, source } from "../src/lib/scenarios";

const lines = (bugs: readonly Bug[] = [], meter: "accumulated" | "occupancy" = "accumulated"): string[] =>
  copied(bugs, meter).split("\n");
const textAt = (kind: StepKind, bugs: readonly Bug[] = []): string[] => linesOf(kind, bugs).map((n) => lines(bugs)[n - 1]!.trim());

const toy = (edits: Record<string, { find: string; replace: string }[]>): Program =>
  new Program("a\nb //@called\nc\nd\n", {
    meters: {},
    bugs: Object.fromEntries(Object.entries(edits).map(([name, list]) => [name, { edits: list, source: "" }])),
  } as unknown as Toggles);

describe("an edit", () => {
  test("replaces what stands once, and nothing else", () => {
    const program = toy({ append: [{ find: "\nc", replace: "\nC1\nC2" }] });
    expect(program.patched(["append"])).toBe("a\nb //@called\nC1\nC2\nd\n");
    expect(program.patched([])).toBe("a\nb //@called\nc\nd\n");
  });

  test("that does not fit is an error", () => {
    expect(() => toy({ append: [{ find: "x", replace: "y" }] }).patched(["append"])).toThrow(/nowhere/);
    expect(() => new Program("a\na\n", { meters: {}, bugs: { append: { edits: [{ find: "a", replace: "b" }], source: "" } } } as never).patched(["append"])).toThrow(/twice/);
  });

  test("of a line that another one changes excludes it; at the line beside it, it does not", () => {
    const program = toy({
      append: [{ find: "b", replace: "B" }],
      cutPair: [{ find: "b //@called\n", replace: "" }],
      noReset: [{ find: "c\n", replace: "" }],
      lastOnly: [{ find: "b //@called\n", replace: "b //@called\nnew\n" }],
      checkLate: [{ find: "c\n", replace: "other\nc\n" }],
    });
    expect(program.excluding("append", ["cutPair", "noReset", "lastOnly"])).toEqual(["cutPair"]);
    expect(program.excluding("lastOnly", ["append", "noReset", "checkLate"])).toEqual(["checkLate"]);
    expect(program.patched(["noReset", "lastOnly"])).toBe("a\nb //@called\nnew\nd\n");
    expect(program.patched(["lastOnly", "noReset"])).toBe("a\nb //@called\nnew\nd\n");
    expect(() => program.patched(["append", "cutPair"])).toThrow(/same line/);
  });
});

describe("the harness", () => {
  test("every mistake changes it, alone and on either meter, and no mark is shown", () => {
    for (const meter of ["accumulated", "occupancy"] as const) {
      const sound = copied([], meter);
      expect(sound).not.toContain("//@");
      for (const bug of bugNames) expect(copied([bug], meter), `${bug} ${meter}`).not.toBe(sound);
    }
    expect(groups.flatMap(({ bugs }) => bugs).sort()).toEqual([...bugNames].sort());
  });

  test("mistakes that change the same line exclude each other, both ways", () => {
    for (const one of bugNames) {
      for (const other of bugNames) {
        expect(program.excluding(one, [other]).length).toBe(program.excluding(other, [one]).length);
      }
    }
    expect(program.excluding("append", bugNames)).toEqual(["cutPair"]);
    expect(program.excluding("checkEarly", bugNames)).toEqual(["checkLate"]);
    expect(program.excluding("noReset", bugNames)).toEqual([]);
    // The engine plays any others together.
    const pairs = bugNames.flatMap((bug) => program.excluding(bug, bugNames).map((other) => [bug, other].sort().join(" ")));
    expect([...new Set(pairs)].sort()).toEqual([
      "append cutPair", "checkEarly checkLate", "notesInSystem staleNotes", "otherGauge thresholdAtLimit",
    ]);
  });

  test("every kind of step has its line", () => {
    const kinds: [StepKind, RegExp][] = [
      ["start", /^let messages = /], ["called", /^const reply = await ask\(\{$/], ["ran", /await impls\[name\]/],
      ["noted", /notes\.write/], ["appended", /^messages\.push\(\{ role: "user"/], ["checked", /^if \(shouldCompact/],
      ["crossed", /^if \(shouldCompact/], ["asked", /max_tokens: 2000/], ["summarized", /^return textOf/],
      ["reread", /notes\.read/], ["replaced", /^messages = \[/], ["reset", /^tokensUsed = 0/], ["finished", /stop_reason/],
    ];
    for (const [kind, line] of kinds) {
      expect(textAt(kind), kind).toHaveLength(1);
      expect(textAt(kind)[0], kind).toMatch(line);
    }
    expect(textAt("replied")).toHaveLength(3);
  });

  test("the lines stay right under every mistake", () => {
    const moved: Partial<Record<Bug, StepKind[]>> = {
      noReset: ["reset"], append: ["replaced"], cutPair: ["replaced"], staleNotes: ["reread"], notesInSystem: ["reread"],
      appendNotes: ["noted"], longSummary: ["asked"], otherGauge: ["replied"], thresholdAtLimit: ["replied", "appended"],
    };
    const kinds: StepKind[] = [
      "start", "called", "replied", "ran", "noted", "appended", "checked", "crossed", "asked", "summarized", "reread",
      "replaced", "reset", "finished",
    ];
    for (const bug of bugNames) {
      for (const kind of kinds) {
        if (moved[bug]?.includes(kind)) continue;
        expect(textAt(kind, [bug]), `${kind} under ${bug}`).toEqual(textAt(kind));
      }
    }
    expect(textAt("reset", ["noReset"])).toEqual([]);
    expect(textAt("replaced", ["append"])).toEqual(['messages.push({ role: "user", content: restart });']);
    const before = (kind: StepKind, other: StepKind, bug: Bug): boolean => linesOf(kind, [bug])[0]! < linesOf(other, [bug])[0]!;
    expect(before("appended", "checked", "noReset")).toBe(true);
    expect(before("checked", "appended", "checkEarly") && before("replied", "checked", "checkEarly")).toBe(true);
    expect(before("checked", "replied", "checkLate") && before("called", "checked", "checkLate")).toBe(true);
  });

  test("a whole run has a line for every step, and each next line is where the next step runs", () => {
    for (const scenario of ["order-race", "invoice-import"]) {
      const player = new Player(source(scenario, "en"));
      const { marks, meter, last } = player.run;
      marks.forEach((_, step) => {
        const { ran, next } = markersAt(marks, step, [], meter);
        expect(ran.length).toBeGreaterThan(0);
        expect(next).toBe(step === last ? null : markersAt(marks, step + 1, [], meter).ran[0]);
      });
      player.free();
    }
  });

  test("where a mistake takes a line away, the step has none", () => {
    const player = new Player(source("order-race", "en"));
    const { marks } = player.run;
    const reset = marks.find(({ kind }) => kind === "reset")!.step;
    expect(markersAt(marks, reset, ["noReset"], "accumulated").ran).toEqual([]);
    expect(markersAt(marks, reset - 1, ["noReset"], "accumulated").next).toBe(null);
    player.free();
  });

  test("each mistake names a public report", () => {
    for (const bug of bugNames) expect(report(bug).url).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/issues\/\d+$/);
    expect(report("noReset").name).toBe("aaif-goose/goose #4635");
  });
});

test("numbers of lines are written as ranges", () => {
  expect(ranges([])).toBe("");
  expect(ranges([14])).toBe("14");
  expect(ranges([53, 54, 55, 60])).toBe("53–55, 60");
});

test("what is gone stands before what came in its place", () => {
  const rows = rowsBetween(["a", "b", "c"], ["a", "B", "c", "d"]);
  expect(rows.map(({ type, number, text }) => `${type} ${number} ${text}`)).toEqual([
    "same 1 a", "removed null b", "added 2 B", "same 3 c", "added 4 d",
  ]);
});

describe("colouring", () => {
  test("drops no character of the program", () => {
    for (const bugs of [[], ...bugNames.map((bug) => [bug])]) {
      for (const line of lines(bugs)) expect(tokens(line).map(({ text }) => text).join("")).toBe(line);
    }
  });

  test("knows words of the language from names, strings and comments", () => {
    const kinds = (line: string): string[] => tokens(line).filter(({ kind }) => kind !== "plain").map(({ kind, text }) => `${kind} ${text}`);
    expect(kinds("  const returned = await f(`a ${b} return`, 64_000); // let it")).toEqual([
      "keyword const", "keyword await", "string `a ${b} return`", "number 64_000", "comment // let it",
    ]);
    expect(kinds('  if (x !== "of") return y2;')).toEqual(["keyword if", 'string "of"', "keyword return"]);
  });

  test("is readable on every ground a line can have", () => {
    const css = readFileSync(new URL("../src/style/tokens.css", import.meta.url), "utf8");
    const pair = (name: string): string[] => new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)!.slice(1);
    for (const ground of ["panel", "sunk", "came", "gone"]) {
      for (const text of ["ink", "soft", "code-word", "code-literal"]) {
        for (const scheme of [0, 1]) {
          expect(contrast(pair(text)[scheme]!, pair(ground)[scheme]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

test("the copied program is a module of its own", () => {
  expect(copied([], "accumulated")).not.toMatch(/\bimport\b/);
  expect(stripped("a //@called @asked\nb // said\n")).toBe("a\nb // said\n");
  expect(stubScript(scenarioSource("order-race", "en")).replies.length).toBe(6);
});

import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { unpack } from "../src/lib/archive";
import { courseIn, gather, masked, mostBytes, withLines } from "../src/lib/coursefiles";

const text = (name: string, content = "x = 1\n") => ({ name, bytes: strToU8(content) });

describe("the files of a course that was brought", () => {
  test("begin where the highest course.toml lies, whatever lies around it", () => {
    const found = courseIn(["a/b/course.toml", "a/b/exercises/one.toml", "a/b/old/course.toml", "a/readme.md", "a/b/notes.txt", "a/b/.git/course/x.toml"]);
    expect([...found]).toEqual([
      ["a/b/course.toml", "course.toml"],
      ["a/b/exercises/one.toml", "exercises/one.toml"],
    ]);
  });

  test("are what the command line reads: other folders and endings are left alone", () => {
    const names = ["course.toml", "course.lock.toml", "harness/harness.js", "harness/toggles.json", "sections/a/en.md", "course/en.ftl", "draft/x.toml", "exercises/a.png", "package.json"];
    expect([...courseIn(names).values()]).toEqual(names.slice(0, 6));
  });

  test("are none without a course.toml, and too large before the engine sees them", () => {
    expect(gather([text("exercises/one.toml")])).toBe("course-open-none");
    expect(gather([text("course.toml"), { name: "course/en.ftl", bytes: new Uint8Array(mostBytes) }])).toBe("course-open-large");
  });

  test("that are no text are told as faults, and the others are still read", () => {
    const gathered = gather([text("c/course.toml"), { name: "c/course/en.ftl", bytes: Uint8Array.of(0xff, 0xfe, 0) }]);
    expect(gathered).toEqual({
      files: [{ name: "course.toml", text: "x = 1\n" }],
      issues: [{ code: "not-text", file: "course/en.ftl", line: 0, column: 0, args: {} }],
    });
  });
});

describe("faults of a course that was brought", () => {
  const at = (code: string, line: number, column: number) => ({ code, file: "course.toml", line, column, args: {} });
  const key = `sk-${"a1".repeat(12)}`;
  const files = [{ name: "course.toml", text: `id = "é"\r\n한 = "${key}" # more\n` }];

  test("come with their lines, and with none where they are of a file as a whole", () => {
    expect(withLines([at("bad-name", 1, 6), at("syntax", 9, 1), at("unused-file", 0, 0)], files).map(({ text }) => text)).toEqual(['id = "é"', "", ""]);
  });

  test("show no key that stands in the line, whichever fault it is of", () => {
    const hidden = `한 = "${"…".repeat(27)}" # more`;
    expect(withLines([at("unknown-key", 2, 1), at("secret", 2, 6)], files).map(({ text }) => text)).toEqual([hidden, hidden]);
  });
});

describe("the paths of what was brought", () => {
  test("are those of folders, however an archive writes them", () => {
    for (const names of [
      ["./course.toml", "./course/en.ftl"],
      ["a\\course.toml", "a\\course\\en.ftl"],
      ["/a/course.toml", "/a/course/en.ftl"],
      [".//a\\course.toml", "a/course/en.ftl"],
    ]) {
      expect([...courseIn(names)]).toEqual([[names[0], "course.toml"], [names[1], "course/en.ftl"]]);
    }
    expect(courseIn(["../course.toml", "a/../course.toml", "a\\..\\course.toml"]).size).toBe(0);
  });

  test("are no course where two files have one name", () => {
    expect(gather([text("course.toml"), text("course/en.ftl"), text("./course/en.ftl", "x = 2\n")])).toBe("course-open-broken");
  });
});

describe("the lines that are shown with faults", () => {
  const key = `sk-${"a1".repeat(12)}`;

  test("show no key that stands in them", () => {
    const shown = masked(`one\r\né = "${key}" # ${key}\nlast`, [{ line: 2, column: 6 }, { line: 2, column: 37 }]);
    expect(shown).toEqual(["one", `é = "${"…".repeat(27)}" # ${"…".repeat(27)}`, "last"]);
    expect(masked(`a ${key}`, [])).toEqual([`a ${key}`]);
    expect(masked("a", [{ line: 9, column: 9 }])).toEqual(["a"]);
  });

  test("show nothing of a private key up to its end", () => {
    const shown = masked("x = -----BEGIN PRIVATE KEY-----\nMIIE+/=\n-----END PRIVATE KEY-----\ny", [{ line: 1, column: 5 }]);
    expect(shown).toEqual([`x = ${"…".repeat(27)}`, "…".repeat(7), "-----END PRIVATE KEY-----", "y"]);
  });
});

describe("an archive", () => {
  test("counts only what is of the course, whatever lies beside it", () => {
    const zip = zipSync({ "c/course.toml": strToU8("format = 1"), "c/package-lock.json": new Uint8Array(5000), "docs/long.md": new Uint8Array(5000) });
    expect(unpack(zip, courseIn, 100)?.valueOf()).toEqual([{ name: "c/course.toml", bytes: strToU8("format = 1") }]);
  });

  test("is none where it is encrypted, or holds two files of one name", () => {
    const zip = zipSync({ "course.toml": strToU8("format = 1"), "course.tomk": strToU8("format = 2") }, { level: 0 });
    const twice = zip.map((byte, at) => (byte === 0x6b && zip[at - 1] === 0x6d ? 0x6c : byte));
    expect(unpack(twice, courseIn, 100)).toBeNull();
    // As encrypted and stored: with twelve bytes before the text.
    const sealed = zip.slice();
    const directory = sealed.findIndex((_, at) => sealed[at] === 0x50 && sealed[at + 1] === 0x4b && sealed[at + 2] === 1);
    sealed[directory + 8]! |= 1;
    sealed[directory + 20]! += 12;
    expect(unpack(sealed, courseIn, 100)).toBeNull();
  });

  test("is none where a file is not of the size that is said", () => {
    const zip = zipSync({ "course.toml": strToU8("a".repeat(4_000_000)) });
    const directory = zip.findLastIndex((_, at) => zip[at] === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 1);
    for (const size of [100, 1000]) {
      const lying = zip.slice();
      new DataView(lying.buffer).setUint32(directory + 24, size, true);
      expect(unpack(lying, courseIn, 2000)).toBeNull();
    }
    const short = zipSync({ "course.toml": strToU8("format = 1") });
    const at = short.findLastIndex((_, i) => short[i] === 0x50 && short[i + 1] === 0x4b && short[i + 2] === 1);
    new DataView(short.buffer).setUint32(at + 24, 60, true);
    expect(unpack(short, courseIn, 2000)).toBeNull();
  });

  test("gives the files that are wanted, and none of the others", () => {
    const zip = zipSync({ "c/course.toml": strToU8("format = 1"), "c/picture.png": new Uint8Array(10) });
    expect(unpack(zip, courseIn, 100)?.valueOf()).toEqual([{ name: "c/course.toml", bytes: strToU8("format = 1") }]);
  });

  test("is measured by the files of the course alone", () => {
    const zip = zipSync({ "c/course.toml": strToU8("format = 1"), "docs/long.md": new Uint8Array(1000), "c/sections/a/big.png": new Uint8Array(1000) });
    expect(unpack(zip, courseIn, 100)?.valueOf()).toEqual([{ name: "c/course.toml", bytes: strToU8("format = 1") }]);
  });

  test("is not unpacked where it holds more than is taken, and is none where it is broken", () => {
    const zip = zipSync({ "course.toml": new Uint8Array(1000), "course/en.ftl": new Uint8Array(1000) });
    expect(unpack(zip, courseIn, 1500)).toBe("large");
    expect(unpack(zip.slice(0, 60), courseIn, 5000)).toBeNull();
    expect(unpack(strToU8("no archive"), courseIn, 5000)).toBeNull();
  });
});

// `npx secondwind` in a project that has the packages alone: no cargo is near, and no checkout.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import { bareProject, repository } from "./project.mjs";

const project = bareProject();
/** All programs that there are. */
const programs = mkdtempSync(join(tmpdir(), "secondwind-path-"));
after(() => {
  project.remove();
  rmSync(programs, { recursive: true });
});

for (const name of ["node", "npm", "npx", "sh", "env"]) {
  const found = process.env.PATH.split(delimiter).map((folder) => join(folder, name));
  const file = name === "node" ? process.execPath : found.find((file) => spawnSync("test", ["-x", file]).status === 0);
  symlinkSync(file, join(programs, name));
}

const env = { ...process.env, PATH: programs, LC_ALL: "C", SECONDWIND_BINARY: "" };
const options = { cwd: project.folder, encoding: "utf8", env };
const npx = (...args) => spawnSync("npx", ["--no-install", "secondwind", ...args], options);
/** What a command prints that has to succeed. */
const said = (...args) => {
  const { status, stdout, stderr } = npx(...args);
  assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
  return stdout;
};

/** Follows what a preview prints until it names its address. */
async function address(preview) {
  let text = "";
  for await (const piece of preview.stdout) {
    text += piece;
    const [url] = /http:\S+/.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`the preview has ended: ${text}`);
}

describe("npx secondwind", () => {
  test("is the program of the package's own version, with its exit codes", () => {
    assert.equal(spawnSync("cargo", ["--version"], options).error?.code, "ENOENT");
    const { version, optionalDependencies } = JSON.parse(readFileSync(project.at("node_modules/secondwind/package.json"), "utf8"));
    assert.equal(said("--version").trim(), `secondwind ${version}`);
    assert.deepEqual(optionalDependencies, { [`secondwind-cli-${process.platform}-${process.arch}`]: version });
    assert.equal(npx("check", "nowhere").status, 2);
  });

  test("says in three languages what is missing, and takes a program that is named", () => {
    const own = project.at(`node_modules/secondwind-cli-${process.platform}-${process.arch}`);
    renameSync(own, `${own}-gone`);
    try {
      for (const [lang, words] of [["en", "no command line for"], ["pt-BR", "Não há linha de comando"], ["ko", "명령줄 프로그램이"]]) {
        const { status, stderr } = npx("--lang", lang, "--version");
        assert.equal(status, 2);
        assert.ok(stderr.includes(words) && stderr.includes("SECONDWIND_BINARY") && !stderr.includes("{"), stderr);
      }
      const named = (file) => spawnSync("npx", ["--no-install", "secondwind", "--version"], { ...options, env: { ...env, SECONDWIND_BINARY: file } });
      assert.match(named(join(`${own}-gone`, "bin/secondwind")).stdout, /^secondwind \d/);
      const { status, stderr } = named(project.at("none"));
      assert.equal(status, 2);
      assert.match(stderr, /none cannot be started: .*ENOENT/);
    } finally {
      renameSync(`${own}-gone`, own);
    }
  });

  test("carries its licences, those of the page among them", () => {
    const own = project.at(`node_modules/secondwind-cli-${process.platform}-${process.arch}`);
    const text = readFileSync(join(own, "licences.txt"), "utf8");
    for (const name of ["rquickjs", "ring", "svelte", "markdown-it"]) assert.match(text, new RegExp(`^${name} `, "m"), name);
    assert.deepEqual(readdirSync(own).sort(), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "bin", "licences.txt", "package.json"]);
  });
});

/** The commands of the guide, in their order. */
const guide = () => {
  const text = readFileSync(join(repository, "course/README.md"), "utf8");
  const [, part] = /^# An exercise from nothing\n(.*?)^# /ms.exec(text) ?? [];
  return [...part.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, commands]) => commands.trim().split("\n"));
};

describe("the guide", () => {
  const folder = () => project.at("guide");
  before(() => mkdirSync(folder()));

  test("has commands that work one after the other, from nothing to a site", async () => {
    const commands = guide();
    const wanted = ["new course", "check", "new exercise", "preview", "build", "new lesson"];
    for (const name of wanted) assert.ok(commands.some((command) => command.startsWith(`npx secondwind ${name} `)), name);
    for (const command of commands) {
      const shell = { ...options, cwd: folder(), shell: true };
      if (!command.includes(" preview ")) {
        const { status, stdout, stderr } = spawnSync(command, shell);
        assert.equal(status, 0, `${command}: ${stdout}${stderr}`);
        continue;
      }
      // It serves until it is stopped.
      const [program, ...args] = command.split(" ");
      const preview = spawn(program, args, { ...options, cwd: folder(), stdio: ["ignore", "pipe", "inherit"], detached: true });
      const url = await address(preview);
      assert.match(await (await fetch(url)).text(), /secondwind-preview/);
      const ended = new Promise((resolve) => preview.on("exit", (code, signal) => resolve(code ?? signal)));
      process.kill(-preview.pid, "SIGINT");
      assert.ok([130, "SIGINT"].includes(await ended));
      await assert.rejects(fetch(url));
    }
    assert.match(readFileSync(join(folder(), "site/index.html"), "utf8"), /<meta name="secondwind-course" content="course-[0-9a-f]{16}\.js"/);
  });

  test("leaves the lesson's program, which prints the lesson's figures and can be changed", () => {
    const lesson = join(folder(), "my-lesson");
    const run = () => spawnSync(process.execPath, ["main.mjs"], { cwd: lesson, encoding: "utf8" });
    const scenario = join(repository, "course/lesson-6/scenarios/order-race.toml");
    assert.equal(run().stdout, said("run", scenario, "--lang", "en"));
    assert.deepEqual(run().stdout.match(/tokensUsed=\d+/g), [400, 1050, 1850, 280, 490].map((figure) => `tokensUsed=${figure}`));

    // Without the reset every later turn compacts again.
    const program = readFileSync(join(lesson, "harness.js"), "utf8");
    assert.ok(program.includes("    tokensUsed = 0;\n"));
    writeFileSync(join(lesson, "harness.js"), program.replace("    tokensUsed = 0;\n", ""));
    const storm = run().stdout;
    assert.deepEqual(storm.match(/tokensUsed=\d+/g).at(-1), "tokensUsed=2340");
    assert.equal(storm.match(/>>>/g).length, 2);
    writeFileSync(join(lesson, "harness.js"), program);
  });
});

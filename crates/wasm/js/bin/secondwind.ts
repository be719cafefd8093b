#!/usr/bin/env node
// `npx secondwind`: starts the command line, a program of its own for each platform.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

import { words } from "./words.js";

const platform = `${process.platform}-${process.arch}`;
const name = `secondwind-cli-${platform}`;

/** Says why it does not start, in the language that was asked for or that of the environment, as the program itself does. */
function say(key: "missing" | "failed", args: Readonly<Record<string, string>>): void {
  const asked = process.argv.findIndex((arg) => arg === "--lang");
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const tag = (asked > 0 ? process.argv[asked + 1] : "") || LC_ALL || LC_MESSAGES || LANG || "en";
  const language = Object.keys(words).find((lang) => lang.slice(0, 2) === tag.slice(0, 2)) ?? "en";
  const text = words[language]?.[key] ?? key;
  console.error(text.replace(/\{ \$(\w+) \}/g, (_, arg: string) => args[arg] ?? arg));
  process.exitCode = 2;
}

function find(): string | null {
  if (process.env["SECONDWIND_BINARY"]) return process.env["SECONDWIND_BINARY"];
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/secondwind`);
  } catch {
    return null;
  }
}

const file = find();
if (file === null) {
  say("missing", { platform, name });
} else {
  const program = spawn(file, process.argv.slice(2), { stdio: "inherit" });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  // Whoever ends this one ends the program, and this one with it.
  for (const signal of signals) process.on(signal, () => program.kill(signal));
  program.on("error", ({ message }) => say("failed", { file, reason: message }));
  program.on("exit", (code, signal) => (process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

import { FluentBundle, FluentResource } from "@fluent/bundle";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { josa } from "../src/lib/josa";

const catalogs = new URL("../../crates/course/catalogs/", import.meta.url);
const source = new URL("../src/", import.meta.url);

/** Every key that the page asks for by its full name. */
const keys = new Set(
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(svelte|ts)$/.test(path))
    .flatMap((path) => [...readFileSync(new URL(path, source), "utf8").matchAll(/\bt\(\s*"([\w-]+)"/g)])
    .map((match) => match[1]!),
);

test.each(["en", "pt-BR", "ko"])("%s has every word of the page", (lang) => {
  const bundle = new FluentBundle(lang, { functions: { JOSA: () => "" } });
  const files = readdirSync(new URL(`${lang}/`, catalogs));
  expect(files).toEqual(readdirSync(new URL("en/", catalogs)));
  for (const file of files) {
    const text = readFileSync(new URL(`${lang}/${file}`, catalogs), "utf8");
    expect(bundle.addResource(new FluentResource(text))).toEqual([]);
  }
  expect(keys.size).toBeGreaterThan(40);
  expect([...keys].filter((key) => !bundle.hasMessage(key))).toEqual([]);
});

test.each([
  ["컴팩션", "을/를", "을"],
  ["메시지", "을/를", "를"],
  ["서울", "으로/로", "로"],
  ["윈도", "으로/로", "로"],
  ["임계값", "으로/로", "으로"],
  ["1400", "이/가", "이"],
  ["5", "이/가", "가"],
  ["1", "으로/로", "로"],
  ["`메시지`", "은/는", "는"],
  ["read_file", "을/를", "을(를)"],
])("%s takes its postposition (%s)", (word, pair, form) => {
  expect(josa(word, pair)).toBe(word + form);
});

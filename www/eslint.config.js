import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "node_modules/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    // The page opens without the engine: what it imports here it would carry along.
    files: ["src/**/*.{ts,svelte}"],
    ignores: ["src/engine.ts", "src/lib/scenarios.ts", "src/live/acts.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          paths: [{ name: "secondwind/course", allowTypeImports: true, message: "Ask lib/engine.svelte.ts for it." }],
          patterns: [
            { group: ["**/scenarios", "**/archive", "**/src/engine", "**/live/task", "./task", "**/live/acts", "./acts"], allowTypeImports: true, message: "Ask lib/engine.svelte.ts for it." },
            { group: ["**/live/runner", "./runner"], allowTypeImports: true, message: "Ask live/sandbox.ts for it." },
          ],
        },
      ],
    },
  },
  {
    // They run beside the page, as scripts of their own.
    files: ["src/live/sandbox.worker.ts", "src/live/trials.ts", "src/live/trials.worker.ts"],
    rules: { "@typescript-eslint/no-restricted-imports": "off" },
  },
  {
    rules: {
      // The compiler checks this (noUncheckedIndexedAccess); the mark is used where the index was just tested.
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);

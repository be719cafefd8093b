import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { embedding, frameTitles } from "./embedding.ts";
import { engine } from "./engine.ts";
import { licences, noted } from "./licences.ts";
import { offline, plainScript } from "./offline.ts";
import { quickjs, scripts } from "./workers.ts";

export default defineConfig({
  // A relative base: the page works under any sub-path.
  base: "./",
  plugins: [svelte(), frameTitles(), engine(), quickjs(), scripts(), plainScript(), embedding(), noted(), licences(), offline()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // The run that comes played travels inside the page's script, in every language.
    chunkSizeWarningLimit: 2048,
    // Plain scripts beside the page: they also run from a disk, where modules do not load.
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: { output: { format: "iife", codeSplitting: false, entryFileNames: "page-[hash].js" } },
  },
  server: { fs: { allow: [".."] } },
  test: { include: ["tests/**/*.test.ts"] },
});

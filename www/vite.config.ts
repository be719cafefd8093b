import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // A relative base: the page works under any sub-path.
  base: "./",
  plugins: [svelte()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // The wasm module travels as text inside the script.
    chunkSizeWarningLimit: 2048,
  },
  server: { fs: { allow: [".."] } },
  test: { include: ["tests/**/*.test.ts"] },
});

import { join } from "node:path";
import { build, mergeConfig, type InlineConfig, type Rolldown } from "vite";
import { noted } from "./licences.ts";

/** Builds a module below the root as one plain script, which leaves its exports in a global of this name. */
export async function buildScript(root: string, entry: string, name: string, more: InlineConfig = {}): Promise<string> {
  const own: InlineConfig = {
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [noted()],
    build: { write: false, target: "es2022", lib: { entry: join(root, entry), formats: ["iife"], name } },
  };
  const made = await build(mergeConfig(own, more));
  const { output } = (Array.isArray(made) ? made[0] : made) as Rolldown.RolldownOutput;
  if (output.length !== 1) throw new Error(`${entry} is one script, not ${output.map(({ fileName }) => fileName).join(", ")}`);
  return output[0].code;
}

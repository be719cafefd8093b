// The package under test: as it was built, or as `SECONDWIND_DIST` says.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const built = fileURLToPath(new URL("../../../crates/wasm/dist/", import.meta.url));
const load = (name) => import(pathToFileURL(join(process.env.SECONDWIND_DIST ?? built, name)).href);

export const secondwind = await load("index.js");
export const testing = await load("testing/index.js");

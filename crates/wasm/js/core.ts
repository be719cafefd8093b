import { glue } from "./core-glue.js";
import { WasmHost } from "./loader.js";

/**
 * The core's module, shared by all entries of the package.
 * @internal
 */
export const core = new WasmHost("core", glue);

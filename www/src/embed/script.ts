/** `embed.js`: one plain script for pages that hold a playground. It asks for nothing and depends on nothing. */
import { SecondwindPlayground } from "./element";
import type { SecondwindEmbed } from "./embed";
import { version } from "./protocol";
import { statementOf } from "./xapi";

const made: SecondwindEmbed = { SecondwindPlayground, statementOf, version };

// A page may name the script twice.
if (!customElements.get("secondwind-playground")) {
  customElements.define("secondwind-playground", SecondwindPlayground);
  globalThis.secondwindEmbed = made;
}

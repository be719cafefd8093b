import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { bareProject } from "./project.mjs";

const project = bareProject();
after(() => project.remove());

const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url));
const typeRoots = fileURLToPath(new URL("node_modules/@types", import.meta.url));

const app = `
import { type Journal, type Notice, type Policy, type Session, SecondwindError, openSession, policy, runAgent, session } from "secondwind";
import { init } from "secondwind/slim";
import { fileJournal, fileNotes } from "secondwind/stores/file";
import { lessonLog } from "secondwind/log";
import { Player, type Frame } from "secondwind/course";
import { type CallFailure, type LiveDelta, type LiveOptions, liveClient, priceOf } from "secondwind/live";

declare const client: { messages: { create(request: { model: string; max_tokens: number; messages: unknown[] }): Promise<object> } };
const chosen: Policy = policy({ window: 200_000 });
const log = lessonLog({ lang: "pt-BR" });
const journal: Journal = fileJournal("session.jsonl");
const careful: Policy = policy.forModel("claude-haiku-4-5", { guards: { breaker: null }, strategy: { type: "keepLast", rounds: 2 } });
export async function main(): Promise<string> {
  const kept: Session = await openSession({ client, model: "m", policy: careful, journal });
  const before: string | undefined = await kept.resume();
  await kept.send([{ type: "text", text: before ?? "" }]);
  await init(new Uint8Array());
  const onNotice = (notice: Notice) => log.onNotice(notice);
  const talk: Session = session({ client, model: "m", policy: chosen, notes: fileNotes("NOTES.md"), onNotice });
  const first: Frame = new Player({ scenario: { name: "", text: "" }, texts: [] }).frame(0);
  try {
    return await runAgent("go", [], { add: ({ a }: { a: number }) => a + first.step }, { client, model: "m", policy: chosen });
  } catch (error) {
    if (error instanceof SecondwindError && error.code === "STOPPED") return error.stop ?? error.kind ?? "";
    throw error;
  } finally {
    talk.free();
  }
}
// The shape of OpenAI's client, whose limits may also be null.
declare const openAi: {
  chat: {
    completions: {
      create(
        body: { model: string; messages: { role: string }[]; max_tokens?: number | null; max_completion_tokens?: number | null },
        options?: { signal?: AbortSignal | null },
      ): PromiseLike<object>;
    };
  };
};
export const chat = session({ client: openAi, model: "m", policy: chosen, dialect: "openAiChat", maxTokensField: "max_tokens" });
const shown = (delta: LiveDelta): string => (delta.type === "again" ? delta.failure.class : "text" in delta ? delta.text : "");
const live = liveClient({ dialect: "anthropic", apiKey: "k", onDelta: (delta) => console.log(shown(delta)) });
export const over: Session = session({ client: live, model: "m", policy: chosen });
export const reply: Promise<object> = live.messages.create({ model: "m" }, { signal: AbortSignal.timeout(1000) });
export const failed = (error: SecondwindError): CallFailure["mayRetry"] | undefined => error.failure?.mayRetry;
export const price: number | null = priceOf("m", { input_tokens: 1, output_tokens: 1 });
// @ts-expect-error there is no such option
export const unknown: LiveOptions = { dialect: "anthropic", retries: 1 };
// @ts-expect-error there is no such meter
export const wrong: Policy = { ...chosen, meter: "spend" };
`;

for (const [name, file, module, lib] of [
  ["an ES module", "app.mts", "nodenext", "es2022"],
  ["CommonJS", "app.cts", "nodenext", "es2022"],
  ["a bundler, with the types of a page", "app.ts", "preserve", "es2022,dom"],
]) {
  test(`the types hold for ${name}, with all libraries checked`, () => {
    writeFileSync(project.at(file), app);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", module, "--lib", lib, "--skipLibCheck", "false"];
    const resolution = module === "preserve" ? ["--moduleResolution", "bundler"] : [];
    try {
      project.run(process.execPath, tsc, ...options, ...resolution, "--typeRoots", typeRoots, "--types", "node", file);
    } catch (error) {
      throw new Error(error.stdout, { cause: error });
    }
  });
}

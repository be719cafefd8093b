import { kind, list } from "./check.js";
import { Sender, type ToolDefinition, editTool, notesTool, toolName } from "./client.js";
import { SecondwindError } from "./errors.js";
import { Harness } from "./harness.js";
import { estimate } from "./lesson.js";
import type { SessionOptions } from "./options.js";
import type { DialectName, HarnessConfig, Snapshot } from "./types.js";

/** The names of the tools for the notes; `null` for none. */
interface NotesTools {
  notesTool: string | null;
  editTool: string | null;
}

/**
 * A harness with an empty history, and what sends its requests.
 * @internal
 */
export function opened(options: SessionOptions): [Harness, Sender] {
  const { policy, prompts, system, notes, editNotes = false, dialect = "anthropic" } = options;
  if (editNotes && !notes) throw contradiction("editNotes", "there are no notes that edit_notes could edit; give `notes`");
  const names = { notesTool: notes ? "update_notes" : null, editTool: editNotes ? "edit_notes" : null };
  const tools = toolsOf(options, dialect, names);
  const sender = senderOf(options, dialect, tools);
  const parts = [system, tools.length > 0 ? tools : undefined].filter((part) => part !== undefined);
  const words = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join("");
  const config: HarnessConfig = { policy, dialect, fixed: estimate(words), ...names };
  if (prompts !== undefined) config.prompts = prompts;
  return [new Harness(config), sender];
}

/**
 * A saved harness, and what sends its requests.
 * @internal
 */
export function restored(options: SessionOptions, snapshot: Snapshot): [Harness, Sender] {
  if (options.history !== undefined) {
    throw contradiction("history", "a saved session has its own history; give `snapshot` or `history`");
  }
  return fitting(options, Harness.restore(snapshot));
}

/**
 * A harness from elsewhere, and what sends its requests: in its dialect and with its notes tools, whatever the options
 * leave out.
 * @internal
 */
export function fitting(options: SessionOptions, harness: Harness): [Harness, Sender] {
  try {
    const { config } = harness.snapshot().harness as { config: Required<HarnessConfig> };
    const { dialect } = config;
    if (options.dialect !== undefined && options.dialect !== dialect) {
      throw contradiction("dialect", `the session was saved in the dialect ${dialect}, not ${options.dialect}`);
    }
    if (!options.notes && config.notesTool !== null) {
      throw contradiction("notes", "the session was saved with notes; give it the store that holds them");
    }
    if (options.notes && config.notesTool === null) {
      throw contradiction("notes", "the session was saved without notes, so its model cannot write any");
    }
    if (options.editNotes !== undefined && options.editNotes !== (config.editTool !== null)) {
      throw contradiction("editNotes", `the session was saved with${config.editTool === null ? "out" : ""} edit_notes`);
    }
    const sender = senderOf({ ...options, policy: config.policy }, dialect, toolsOf(options, dialect, config));
    return [harness, sender];
  } catch (error) {
    harness.free();
    throw error;
  }
}

function contradiction(path: string, message: string): SecondwindError {
  return new SecondwindError("BAD_CONFIG", message, { path });
}

/** The definitions of the tools; those of the notes tools are added unless they are there. */
function toolsOf(options: SessionOptions, dialect: DialectName, names: NotesTools): readonly ToolDefinition[] {
  const tools = [...(list("tools", options.tools ?? []) as ToolDefinition[])];
  const given = tools.map((tool, place) => {
    if (typeof tool === "object" && (tool as object | null) !== null) return toolName(tool);
    throw contradiction(`tools[${place}]`, `a tool definition is an object, not ${kind(tool)}`);
  });
  given.forEach((name, place) => {
    // A provider's own tools may have no name.
    if (name === undefined || given.indexOf(name) === place) return;
    throw contradiction(`tools[${place}]`, `two tools have the name ${JSON.stringify(name)}, which servers refuse`);
  });
  for (const [name, define] of [[names.notesTool, notesTool], [names.editTool, editTool]] as const) {
    if (name !== null && !tools.some((tool) => toolName(tool) === name)) tools.push(define(name, dialect));
  }
  return tools;
}

function senderOf(options: SessionOptions, dialect: DialectName, tools: readonly ToolDefinition[]): Sender {
  const { client, model, system, maxTokensField, policy } = options;
  const compacts = policy?.strategy?.type === "provider";
  if (compacts && dialect !== "anthropic") {
    throw contradiction("policy.strategy", `the strategy provider needs the dialect anthropic, not ${dialect}`);
  }
  return new Sender(client, { model, system, tools, dialect, maxTokensField, compacts });
}

/** A tool as a model gets to know it. */
export interface Tool {
  name: string;
  description: string;
  input_schema: { type: "object"; properties: Record<string, { type: "string" | "integer"; description: string }>; required: string[] };
}

export const tools: readonly Tool[] = [
  {
    name: "list_files",
    description: "Lists the files below a folder, each with its size in bytes.",
    input_schema: {
      type: "object",
      properties: { path: { type: "string", description: "The folder. Without it: all files." } },
      required: [],
    },
  },
  {
    name: "read_file",
    description: "Returns the text of a file, or some of its lines.",
    input_schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "For example src/orders.js." },
        start_line: { type: "integer", description: "The first line that is wanted, counted from 1." },
        end_line: { type: "integer", description: "The last line that is wanted." },
      },
      required: ["path"],
    },
  },
  {
    name: "write_file",
    description: "Creates a file or replaces its whole text. Folders come into being as needed.",
    input_schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "For example src/orders.js." },
        content: { type: "string", description: "The complete new text of the file." },
      },
      required: ["path", "content"],
    },
  },
  {
    name: "run_tests",
    description: "Runs the tests as `node --test` would and returns their results.",
    input_schema: {
      type: "object",
      properties: { path: { type: "string", description: "A test file or a folder. Without it: all tests." } },
      required: [],
    },
  },
];

/** A fault of whoever called a tool. Its message says the way out. */
export class ToolError extends Error {}

export type Input = Readonly<Record<string, string | number>>;

/** @throws ToolError for an unknown tool and for an input that does not fit. Fields that the tool does not know are left out. */
export function checked(name: string, input: unknown): Input {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new ToolError(`There is no tool ${JSON.stringify(name.slice(0, 60))}. The tools are ${tools.map((one) => one.name).join(", ")}.`);
  const { properties, required } = tool.input_schema;
  const wanted = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key} (optional)`)).join(", ");
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new ToolError(`The input of ${name} must be an object with ${wanted}.`);
  }
  const found: Record<string, string | number> = {};
  for (const [key, { type }] of Object.entries(properties)) {
    const value: unknown = Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
    if (value === undefined || value === null) {
      if (required.includes(key)) throw new ToolError(`${name} needs ${key}. Its input is an object with ${wanted}.`);
    } else if (type === "string" ? typeof value === "string" : Number.isSafeInteger(value)) {
      found[key] = value as string | number;
    } else {
      throw new ToolError(`${key} of ${name} must be ${type === "string" ? "a string" : "a whole number"}, not ${kindOf(value)}.`);
    }
  }
  return found;
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`);

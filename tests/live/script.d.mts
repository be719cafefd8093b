export interface Turn {
  say: string;
  calls: { name: string; input: Record<string, string> }[];
}

export const turns: Turn[];
export const summary: string;
export function scripted(shape: "anthropic" | "openai"): (request: { tools?: unknown[] }) => Record<string, unknown>;

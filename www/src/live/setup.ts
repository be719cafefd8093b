import type { MeterName, Policy, Recording } from "secondwind/course";

export const providers = ["anthropic", "openai", "ollama", "lmstudio", "llamacpp", "vllm", "other"] as const;
export type Provider = (typeof providers)[number];

interface Known {
  dialect: Recording["dialect"];
  base: string;
  /** Whether it asks for a key. */
  key: boolean;
  models: readonly string[];
  /** What limits the reply there, where it is not the dialect's usual field. */
  maxTokensField?: "max_tokens";
}

const local = (base: string): Known => ({ dialect: "openAiChat", base, key: false, models: [], maxTokensField: "max_tokens" });

export const known: Readonly<Record<Provider, Known>> = {
  anthropic: { dialect: "anthropic", base: "https://api.anthropic.com", key: true, models: ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"] },
  openai: { dialect: "openAiChat", base: "https://api.openai.com", key: true, models: ["gpt-6-luna", "gpt-6.1-terra", "gpt-6.2-sol"] },
  ollama: local("http://localhost:11434"),
  lmstudio: local("http://localhost:1234"),
  llamacpp: local("http://127.0.0.1:8080"),
  vllm: local("http://localhost:8000"),
  other: local("http://localhost:8000"),
};

/** What a live run is set up with, but for the key. */
export interface Setup {
  provider: Provider;
  dialect: Recording["dialect"];
  base: string;
  model: string;
  /** Size of the window that is simulated, in tokens: small, so that compaction fires in a cheap run. */
  window: number;
  /** Above 0 and below 1. */
  ratio: number;
  meter: MeterName;
  /** The most that a reply may hold, in tokens. */
  replyLimit: number;
  /** The most that the run may cost, in cents. Null is no limit. */
  cents: number | null;
  /** The most model calls. */
  calls: number;
  /** Whether each call waits for the learner's word. */
  asks: boolean;
}

export const usual: Setup = {
  provider: "anthropic",
  dialect: known.anthropic.dialect,
  base: known.anthropic.base,
  model: known.anthropic.models[0]!,
  window: 8000,
  ratio: 0.7,
  meter: "occupancy",
  replyLimit: 4000,
  cents: 25,
  calls: 40,
  asks: false,
};

/** The setup with another provider: what belongs to the old one goes with it. */
export function choose(setup: Setup, provider: Provider): Setup {
  const { dialect, base, models, key } = known[provider];
  // Nobody knows what a server of one's own costs, so a limit of the price could not be kept.
  return { ...setup, provider, dialect, base, model: models[0] ?? "", cents: key ? usual.cents : null };
}

/** What is wrong with a setup: a key of the catalog, by the field that it is about. */
export type Fault = { field: keyof Setup | "key"; key: string };

export const bounds = {
  window: { min: 3000, max: 200_000 },
  replyLimit: { min: 256, max: 32_000 },
  calls: { min: 1, max: 500 },
  cents: { min: 1, max: 10_000 },
} as const;

export function faults(setup: Setup, key: string, isReachable: (base: string) => boolean): Fault[] {
  const found: Fault[] = [];
  if (setup.model.trim() === "") found.push({ field: "model", key: "live-bad-model" });
  if (known[setup.provider].key && key.trim() === "") found.push({ field: "key", key: "live-bad-key" });
  // Only what every key consists of may stand in a header.
  else if (!/^[\x21-\x7e]*$/.test(key.trim())) found.push({ field: "key", key: "live-bad-key-sign" });
  if (!isAddress(setup.base)) found.push({ field: "base", key: "live-bad-base" });
  else if (!isReachable(setup.base)) found.push({ field: "base", key: "live-bad-host" });
  const counts = counted.map((field) => faultOf(field, setup[field]));
  return [...found, ...counts.filter((fault) => fault !== null)];
}

const counted = ["window", "ratio", "replyLimit", "calls", "cents"] as const;

const words = { window: "live-bad-window", ratio: "live-bad-ratio", replyLimit: "live-bad-reply", calls: "live-bad-calls", cents: "live-bad-cents" };

/** What is wrong with a figure, if anything. */
export function faultOf(field: (typeof counted)[number], value: number | null): Fault | null {
  const key = words[field];
  if (value === null) return field === "cents" ? null : { field, key };
  if (field === "ratio") return value > 0 && value < 1 ? null : { field, key };
  const { min, max } = bounds[field];
  return Number.isInteger(value) && value >= min && value <= max ? null : { field, key };
}

function isAddress(base: string): boolean {
  try {
    const { protocol, username, password, search, hash } = new URL(base);
    return /^https?:$/.test(protocol) && username + password + search + hash === "";
  } catch {
    return false;
  }
}

/** A number as people write it: with a decimal comma, or with the thousands marked where it is a whole one. */
export function numberOf(text: string, isWhole: boolean): number {
  const plain = text.trim();
  if (plain === "") return Number.NaN;
  if (isWhole && /^\d{1,3}([.,\s]\d{3})+$/.test(plain)) return Number(plain.replace(/\D/g, ""));
  return Number(plain.replace(",", "."));
}

/** Whether the page's own policy lets it reach an address; `sources` is what its `connect-src` lists. */
export function reachable(base: string, sources: readonly string[], own: string): boolean {
  const { origin, protocol, hostname } = new URL(base);
  return sources.some((source) => {
    if (source === "'self'") return origin === own;
    if (source === "*") return true;
    const anyPort = source.endsWith(":*") ? source.slice(0, -2) : null;
    return anyPort === null ? origin === source : `${protocol}//${hostname}` === anyPort;
  });
}

/** The lesson's harness for a real model: a reply may be long, and what is cut off or refused does not count as an answer. */
export const policyOf = ({ window, ratio, meter, replyLimit }: Setup): Policy => ({
  window,
  ratio,
  meter,
  outputReserve: 0,
  replyLimit,
  summaryLimit: 2000,
  strategy: { type: "restart" },
  restart: { pinInstructions: false, fenceNotes: false, notesLimit: null },
  notes: { readAtStart: false, guard: false },
  guards: { summaryAttempts: 3, breaker: 3, storm: 2, minGain: null, feasibility: false, fitSummary: false, goOn: false },
  valves: { maxCalls: null, tokenBudget: null, maxPauses: 10 },
  anyStopAnswers: false,
});

/** The words of a task, and its tools. */
export interface Task {
  title: string;
  task: string;
  system: string;
  tools: Recording["tools"];
  workspace: string;
}

/** A run that has not begun. */
export function begin(setup: Setup, task: Task): Recording {
  const { maxTokensField } = known[setup.provider];
  const isOwn = setup.dialect === known[setup.provider].dialect;
  return {
    format: "secondwind-recording",
    version: 1,
    ...task,
    policy: policyOf(setup),
    dialect: setup.dialect,
    ...(maxTokensField && isOwn ? { maxTokensField } : {}),
    model: setup.model.trim(),
    answers: [],
  };
}

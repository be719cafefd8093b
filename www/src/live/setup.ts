import type { LiveEndpoint, LiveProvider, LiveProviderName, MeterName, Policy, Recording } from "secondwind/course";
import { course } from "../lib/engine.svelte";

export type Provider = LiveProviderName;

/** What is known of a provider. The engine has it, so it is there whenever a setup is. */
export const known = (name: Provider): LiveProvider => course().providers().find((one) => one.name === name)!;

/** What is known of the server that a setup names; null where its address is none. */
export const endpointOf = ({ base, dialect }: Pick<Setup, "base" | "dialect">): LiveEndpoint | null => course().liveEndpoint(base, dialect);

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

const cents = 25;

/** What a run is set up with at first: the first provider's cheapest model. */
export function usual(): Setup {
  const common = { window: 8000, ratio: 0.7, meter: "occupancy", replyLimit: 4000, calls: 40, asks: false } as const;
  return { ...common, ...belonging(course().providers()[0]!) };
}

/** The setup with another provider: what belongs to the old one goes with it. */
export const choose = (setup: Setup, provider: Provider): Setup => ({ ...setup, ...belonging(known(provider)) });

function belonging({ name, dialect, base, models, key }: LiveProvider) {
  // Nobody knows what a server of one's own costs, so a limit of the price could not be kept.
  return { provider: name, dialect, base, model: models[0] ?? "", cents: key === null ? null : cents };
}

/** What is wrong with a setup: a key of the catalog, by the field that it is about. */
export type Fault = { field: keyof Setup | "key"; key: string; args?: Record<string, number> };

/** What is wrong with a setup where the client does not take this option of it. */
export const refusals: Readonly<Record<string, Fault>> = {
  apiKey: { field: "key", key: "live-bad-key-sign" },
  baseURL: { field: "base", key: "live-bad-base" },
};

export const bounds = {
  window: { min: 3000, max: 200_000 },
  replyLimit: { min: 256, max: 32_000 },
  calls: { min: 1, max: 500 },
  cents: { min: 1, max: 10_000 },
} as const;

/** What can be told of a setup before anything is sent. Of a key, the client alone says whether it can be one. */
export function faults(setup: Setup, hasKey: boolean, isReachable: (base: string) => boolean): Fault[] {
  const found: Fault[] = [];
  if (setup.model.trim() === "") found.push({ field: "model", key: "live-bad-model" });
  if (known(setup.provider).key !== null && !hasKey) found.push({ field: "key", key: "live-bad-key" });
  if (endpointOf(setup) === null) found.push({ field: "base", key: "live-bad-base" });
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

/** The policy of a run, as the command line would have it. */
export const policyOf = ({ window, ratio, meter, replyLimit }: Setup): Policy => course().livePolicy({ window, ratio, meter, replyLimit });

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
  const maxTokensField = endpointOf(setup)?.maxTokensField;
  return {
    format: "secondwind-recording",
    version: 1,
    ...task,
    policy: policyOf(setup),
    dialect: setup.dialect,
    ...(maxTokensField ? { maxTokensField } : {}),
    model: setup.model.trim(),
    answers: [],
  };
}

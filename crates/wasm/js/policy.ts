import { text } from "./check.js";
import { core } from "./core.js";
import { SecondwindError } from "./errors.js";
import { modelLimits } from "./pure.js";
import type { Guards, ModelLimits, NotesRules, Policy, Restart, Valves } from "./types.js";

/** The knobs of a policy that are to differ from production's defaults. A group may be given in part. */
export type PolicyKnobs = Partial<Omit<Policy, "restart" | "notes" | "guards" | "valves">> & {
  restart?: Partial<Restart> | undefined;
  notes?: Partial<NotesRules> | undefined;
  guards?: Partial<Guards> | undefined;
  valves?: Partial<Valves> | undefined;
};

/** What a policy is made from: the window, and any knob that is to differ from production's default. */
export interface PolicyOptions extends PolicyKnobs {
  /** Size of the model's context window in tokens. No default: it is the caller's to say. */
  window: number;
}

/** The limits of models by name. */
export type ModelTable = Readonly<Record<string, ModelLimits>>;

/** What a policy for a model is made from. */
export interface ModelPolicyOptions extends PolicyKnobs {
  /** Limits that come before those of the table in the package; see `modelsFrom`. Default: none. */
  models?: ModelTable | undefined;
}

/** Makes policies, and checks them. */
export interface PolicyMaker {
  /**
   * A policy for production, checked: occupancy triggers at 0.7 of the window, an ordinary call may write 1024 tokens
   * and a compaction call 2000, as much as an ordinary call may write is kept free for it, and every guard is on. Each
   * option overrides its default, those in groups one by one; see `Policy` for all of them.
   *
   * @throws SecondwindError `BAD_POLICY` if it cannot work, naming the numbers or the unknown option: the ratio must
   *   lie above 0 and below 1, the threshold below `window - outputReserve`, and no limit may be 0.
   */
  (options: PolicyOptions): Policy;
  /**
   * The same for a model by its name, whose window comes from `options.window`, from `options.models`, or else from a
   * table in the package. A window is never guessed.
   * @throws SecondwindError `BAD_POLICY` as above, and for a model whose window is not known.
   */
  forModel(this: void, model: string, options?: ModelPolicyOptions): Policy;
  /**
   * The lesson's policy: the accumulated counter triggers, and any stop other than `tool_use` ends the run with its
   * text.
   * @param window Size of the context window in tokens. The lesson takes 2000.
   * @param ratio Above 0 and below 1. The lesson takes 0.7, its rule of thumb.
   * @throws SecondwindError `BAD_POLICY`, or `BAD_NUMBER` for a window that is no count.
   */
  lesson(this: void, window: number, ratio: number): Policy;
  /**
   * Production's policy with every default; the same as `policy({ window })`.
   * @param window Size of the model's context window in tokens.
   * @throws SecondwindError `BAD_POLICY`.
   */
  production(this: void, window: number): Policy;
}

/** Makes a policy from options; `policy.forModel`, `policy.lesson` and `policy.production` are the presets. */
export const policy: PolicyMaker = /* @__PURE__ */ Object.assign(make, {
  forModel,
  lesson: (window: number, ratio: number): Policy => core.call((api) => api.policyLesson(window, ratio)),
  production: (window: number): Policy => make({ window }),
});

/**
 * A table of limits from the answer of the provider's endpoint for models: what `client.models.list()` of Anthropic's
 * SDK resolves with, its `data`, or one model. Entries without both figures are left out.
 */
export function modelsFrom(response: unknown): ModelTable {
  const { data = response } = (response ?? {}) as { data?: unknown };
  const table: Record<string, ModelLimits> = {};
  for (const entry of Array.isArray(data) ? (data as unknown[]) : [data]) {
    const { id, max_input_tokens: window, max_tokens: maxOutput } = (entry ?? {}) as Record<string, unknown>;
    if (typeof id === "string" && isCount(window) && isCount(maxOutput)) table[id] = { window, maxOutput };
  }
  return table;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function forModel(model: string, { models = {}, ...knobs }: ModelPolicyOptions = {}): Policy {
  const name = text("model", model);
  const limits = Object.hasOwn(models, name) ? models[name] : modelLimits(name);
  const window = knobs.window ?? limits?.window;
  if (window !== undefined) return make({ ...knobs, window });
  const message =
    `the window of the model ${JSON.stringify(name)} is not known, and is not guessed; give \`window\`, or the ` +
    "provider's own limits as `models` (see modelsFrom)";
  throw new SecondwindError("BAD_POLICY", message, { path: "policy.window" });
}

/** Rust has the defaults, and checks what comes out. */
function make(options: PolicyOptions): Policy {
  const given = options ?? {};
  const defaults = core.call((api) => api.policyDefaults(given.window));
  const made = over(defaults, given);
  // What is no number is left for Rust to refuse by its own name.
  if (given.outputReserve === undefined && typeof made.replyLimit === "number") made.outputReserve = made.replyLimit;
  core.call((api) => api.checkPolicy(made));
  return made;
}

/** The defaults with these options over them; those of a group one by one. What is undefined was not given. */
function over<T extends object>(defaults: T, options: object): T {
  const made = { ...defaults } as Record<string, unknown>;
  for (const [key, value] of Object.entries(options) as [string, unknown][]) {
    const old = made[key];
    // A strategy is one of several shapes, so it is taken as a whole.
    const isGroup = isObject(old) && isObject(value) && key !== "strategy";
    if (value !== undefined) made[key] = isGroup ? over(old, value) : value;
  }
  return made as T;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

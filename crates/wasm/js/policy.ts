import { core } from "./core.js";
import { SecondwindError } from "./errors.js";
import type { Policy } from "./types.js";

/** What a policy is made from: the window, and any knob that is to differ from production's default. */
export interface PolicyOptions extends Partial<Policy> {
  /** Size of the model's context window in tokens. No default: it is the caller's to say. */
  window: number;
}

/** Makes policies, and checks them. */
export interface PolicyMaker {
  /**
   * A policy for production, checked: occupancy triggers at 0.7 of the window, an ordinary call may write 1024 tokens
   * and a compaction call 2000, and as much as an ordinary call may write is kept free for it. Each option overrides
   * its default.
   *
   * @throws SecondwindError `BAD_POLICY` if it cannot work, naming the numbers: the ratio must lie above 0 and below
   *   1, the threshold below `window - outputReserve`, and no limit may be 0.
   */
  (options: PolicyOptions): Policy;
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
   * @throws SecondwindError `BAD_POLICY`, or `BAD_NUMBER` for a window that is no count.
   */
  production(this: void, window: number): Policy;
}

/** Makes a policy from options; `policy.lesson` and `policy.production` are the presets. */
export const policy: PolicyMaker = /* @__PURE__ */ Object.assign(make, {
  lesson: (window: number, ratio: number): Policy => core.call((api) => api.policyLesson(window, ratio)),
  production: (window: number): Policy => core.call((api) => api.policyProduction(window)),
});

function make(options: PolicyOptions): Policy {
  if (typeof options !== "object" || options === null) {
    const message = "a policy needs an object with `window`: the size of the model's context window in tokens";
    throw new SecondwindError("BAD_POLICY", message, { path: "policy" });
  }
  const given: Partial<Policy> = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return core.call((api) => {
    // The defaults are those of a large window: one too small for them may be made to work by the options.
    const defaults = api.policyProduction(1_000_000);
    const unknown = Object.keys(given).find((key) => !(key in defaults));
    if (unknown !== undefined) {
      const message = `a policy has no ${JSON.stringify(unknown)}; it has ${Object.keys(defaults).join(", ")}`;
      throw new SecondwindError("BAD_POLICY", message, { path: `policy.${unknown}` });
    }
    const made: Policy = { ...defaults, ...given };
    if (options.outputReserve === undefined) made.outputReserve = made.replyLimit;
    if (options.window === undefined) delete (made as Partial<Policy>).window;
    api.checkPolicy(made);
    return made;
  });
}

import { core } from "./core.js";
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
   * @throws SecondwindError `BAD_POLICY` if it cannot work, naming the numbers or the unknown option: the ratio must
   *   lie above 0 and below 1, the threshold below `window - outputReserve`, and no limit may be 0.
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

/** The defaults are those of `Policy::production` in Rust; a test holds them equal. Rust also checks what comes out. */
function make(options: PolicyOptions): Policy {
  const {
    window, ratio = 0.7, meter = "occupancy", replyLimit = 1024, summaryLimit = 2000, outputReserve = replyLimit,
    anyStopAnswers = false, ...unknown
  } = options ?? {};
  const made: Policy = { window, ratio, meter, outputReserve, replyLimit, summaryLimit, anyStopAnswers, ...unknown };
  core.call((api) => api.checkPolicy(made));
  return made;
}

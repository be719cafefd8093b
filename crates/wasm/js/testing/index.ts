// For the tests of apps: clients that answer from scripts, refuse what servers refuse, and fail as networks do. Needs
// neither the core nor Node.
export { stubClient, type StubClient, type StubReply } from "../stub.js";
export type { ModelRequest, RequestOptions } from "../client.js";
export { keyedClient, type KeyedClient, type Script, type ScriptReply } from "./keyed.js";
export { strictServer, type Refusal, type StrictOptions, type StrictServer } from "./strict.js";
export {
  faults, withFaults, type AbsurdUsage, type Fault, type FaultPlan, type FaultRule, type FaultyCall, type When,
} from "./faults.js";
export { BrokenRulesError, brokenRules, mustHold, watch, type HoldOptions, type Watched } from "./hold.js";
export type { BrokenRule, Rule } from "./rules.js";
export { ProviderError, type Failure } from "./provider-error.js";
export { estimateRequest, isSummaryRequest, reply, type CallKind, type ReplyParts } from "./shapes.js";

/// <reference lib="esnext.disposable" preserve="true" />
export { SecondwindError, type CallFailure, type CallFailureClass, type ErrorCode, type ErrorDetails } from "./errors.js";
export { Harness } from "./harness.js";
export {
  modelsFrom, policy, type ModelPolicyOptions, type ModelTable, type PolicyKnobs, type PolicyMaker, type PolicyOptions,
} from "./policy.js";
export {
  defaultPrompts, estimate, freshWindow, handoverSummary, notesOrPlaceholder, restartMessage, shouldCompact,
  summaryRequest, threshold, trackUsage,
} from "./lesson.js";
export {
  classifyFailure, elide, fence, mergeNotes, mergeStream, modelLimits, repair, truncate, violations,
} from "./pure.js";
export { openSession, runAgent, session } from "./driver.js";
export type { AgentOptions, Compacted, JournaledOptions, Session, SessionOptions, UserContent } from "./options.js";
export type { Journal, JournalEntry } from "./journal.js";
export type { ToolContext, ToolImpl, ToolImpls } from "./tools.js";
export type {
  ChatClient, ChatRequest, Client, MaxTokensField, MessagesClient, ModelRequest, RequestOptions, ToolDefinition,
} from "./client.js";
export { memoryNotes, notesConflict, type MemoryNotes, type NotesState, type NotesStore } from "./notes.js";
export { stubClient, type StubClient, type StubReply } from "./stub.js";
export type * from "./types.js";

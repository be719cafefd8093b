/// <reference lib="esnext.disposable" preserve="true" />
export { SecondwindError, type ErrorCode, type ErrorDetails } from "./errors.js";
export { Harness } from "./harness.js";
export { policy, type PolicyMaker, type PolicyOptions } from "./policy.js";
export {
  defaultPrompts, estimate, freshWindow, handoverSummary, notesOrPlaceholder, restartMessage, shouldCompact,
  summaryRequest, threshold, trackUsage,
} from "./lesson.js";
export {
  runAgent, session, type AgentOptions, type Compacted, type Session, type SessionOptions,
} from "./driver.js";
export type { ToolContext, ToolImpl, ToolImpls } from "./tools.js";
export type {
  ChatClient, ChatRequest, Client, MaxTokensField, MessagesClient, ModelRequest, RequestOptions, ToolDefinition,
} from "./client.js";
export { memoryNotes, notesConflict, type MemoryNotes, type NotesState, type NotesStore } from "./notes.js";
export { stubClient, type StubClient, type StubReply } from "./stub.js";
export type * from "./types.js";

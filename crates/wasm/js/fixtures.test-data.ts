// Written by tests/types.rs: one value of each variant, as Rust prints it.
import type {
  CompactionFault, ContextEffect, ContextEvent, Meters, Notice, Outcome, Policy, Prompts, SectionEdit, Strategy, Totals,
  Usage, Valve, Violation,
} from "../dist/index.js";

type ByType<T extends { type: string }> = { [K in T["type"]]: Extract<T, { type: K }> };

export const effects = {
  abort: {"type":"abort","request":1},
  append: {"type":"append","id":1,"kind":"task","size":{"tokens":5,"measure":"estimated"},"message":{"role":"user","content":"fix it"}},
  callModel: {"type":"callModel","request":1,"call":1,"purpose":"summary","maxTokens":2000,"messages":[{"role":"user","content":"fix it"}]},
  done: {"type":"done","outcome":{"type":"compacted"}},
  notify: {"type":"notify","notice":{"type":"reset","from":1850}},
  readNotes: {"type":"readNotes","request":1},
  replace: {"type":"replace","messages":[{"id":1,"kind":"restart","size":{"tokens":5,"measure":"estimated"},"message":{"role":"user","content":"fix it"}}],"removed":4},
  runTool: {"type":"runTool","request":1,"call":"call","name":"read_file","input":{"path":"a"}},
  writeNotes: {"type":"writeNotes","request":1,"call":"call","content":"# Decisions","ifVersion":"v1"},
} satisfies ByType<ContextEffect>;

export const notices = {
  callDropped: {"type":"callDropped","call":1,"id":"c1"},
  callRenamed: {"type":"callRenamed","call":1,"from":"","to":"call_1_1"},
  checked: {"type":"checked","meter":"occupancy","used":{"tokens":7,"measure":"counted"},"threshold":1400,"fired":false},
  compacted: {"type":"compacted","ordinal":1,"call":4,"cause":"threshold","meter":"accumulated","threshold":1400,"before":{"accumulated":{"tokens":1,"measure":"counted"},"occupancy":{"tokens":2,"measure":"estimated"},"spend":{"tokens":3,"measure":"counted"}},"after":{"accumulated":{"tokens":1,"measure":"counted"},"occupancy":{"tokens":2,"measure":"estimated"},"spend":{"tokens":3,"measure":"counted"}},"cost":1200,"removed":7,"kept":[6],"taskPinned":true,"instructionPinned":false,"summary":"half done","notes":null},
  compactionFailed: {"type":"compactionFailed","cause":"threshold","fault":{"type":"blank","usedUp":false},"failures":3,"breakerOpen":true},
  compactionSkipped: {"type":"compactionSkipped","cause":"threshold","reason":"breakerOpen"},
  compactionStarted: {"type":"compactionStarted","cause":"threshold","before":{"accumulated":{"tokens":1,"measure":"counted"},"occupancy":{"tokens":2,"measure":"estimated"},"spend":{"tokens":3,"measure":"counted"}},"forecast":900,"leftOut":0},
  counted: {"type":"counted","call":1,"purpose":"main","stop":"tool_use","usage":{"input":60,"cacheRead":270,"cacheWrite":0,"output":150,"cache":"apart"},"measure":"counted","meters":{"accumulated":{"tokens":1,"measure":"counted"},"occupancy":{"tokens":2,"measure":"estimated"},"spend":{"tokens":3,"measure":"counted"}},"settled":[{"id":0,"tokens":9}]},
  infeasible: {"type":"infeasible","floor":{"fixed":1,"summary":2,"notes":3,"pinned":4},"threshold":1400},
  notesConflicted: {"type":"notesConflicted"},
  queued: {"type":"queued","waiting":1},
  reset: {"type":"reset","from":1850},
  resultsElided: {"type":"resultsElided","messages":[3],"freed":500},
  summaryRefused: {"type":"summaryRefused","attempt":1,"fault":{"type":"blank","usedUp":false}},
  usageIgnored: {"type":"usageIgnored","call":1,"field":"input_tokens","value":"-1"},
} satisfies ByType<Notice>;

export const outcomes = {
  aborted: {"type":"aborted","unsent":["and this"]},
  answered: {"type":"answered","text":"done","stop":"end_turn"},
  callFailed: {"type":"callFailed","kind":"overloaded","message":"down"},
  cannotReduce: {"type":"cannotReduce","floor":{"fixed":1,"summary":2,"notes":3,"pinned":4},"threshold":1400},
  compacted: {"type":"compacted"},
  compactionFailed: {"type":"compactionFailed","fault":{"type":"noBlock"}},
  compactionSkipped: {"type":"compactionSkipped","reason":"breakerOpen"},
  notesUnread: {"type":"notesUnread","message":"down","unsent":["and this"]},
  overflowed: {"type":"overflowed","message":"down"},
  refused: {"type":"refused","text":"no"},
  stopped: {"type":"stopped","text":"half","stop":"unheard_of"},
  valveShut: {"type":"valveShut","valve":{"type":"maxCalls","limit":5}},
} satisfies ByType<Outcome>;

export const faults = {
  blank: {"type":"blank","usedUp":true},
  callFailed: {"type":"callFailed","kind":"server","message":"down"},
  noBlock: {"type":"noBlock"},
  noGain: {"type":"noGain","before":900,"after":950},
  notesUnread: {"type":"notesUnread","message":"down"},
  stopped: {"type":"stopped","stop":"max_tokens"},
  valveShut: {"type":"valveShut","valve":{"type":"maxPauses","limit":10}},
} satisfies ByType<CompactionFault>;

export const valves = {
  maxCalls: {"type":"maxCalls","limit":5},
  maxPauses: {"type":"maxPauses","limit":10},
  tokenBudget: {"type":"tokenBudget","limit":5000,"spent":5200},
} satisfies ByType<Valve>;

export const strategies = {
  elideResults: {"type":"elideResults","keep":2},
  keepLast: {"type":"keepLast","rounds":2},
  provider: {"type":"provider","rounds":0},
  restart: {"type":"restart"},
} satisfies ByType<Strategy>;

export const rules = {
  answeredTwice: {"type":"answeredTwice","message":1,"call":"call"},
  behind: {"type":"behind","message":1,"call":"call"},
  blank: {"type":"blank","message":1},
  empty: {"type":"empty"},
  firstRole: {"type":"firstRole","role":"assistant"},
  idTaken: {"type":"idTaken","message":1,"call":"call"},
  orphan: {"type":"orphan","message":1,"call":"call"},
  unanswered: {"type":"unanswered","message":1,"call":"call"},
} satisfies ByType<Violation>;

export const edits = [
  {"action":"replace","section":"Decisions","content":"- a lock"},
  {"action":"append","section":"Decisions","content":"- a lock"},
  {"action":"drop","section":"Decisions"},
] satisfies SectionEdit[];

export const events = {
  aborted: {"type":"aborted"},
  callFailed: {"type":"callFailed","request":1,"message":"down","kind":"overflowSuspected"},
  cleared: {"type":"cleared"},
  compactionRequested: {"type":"compactionRequested"},
  loaded: {"type":"loaded","messages":[{"role":"user","content":"fix it"}]},
  notesConflicted: {"type":"notesConflicted","request":1,"content":"theirs","version":"v1"},
  notesFailed: {"type":"notesFailed","request":1,"message":"down"},
  notesRead: {"type":"notesRead","request":1,"content":null,"version":"v1","tokens":5},
  notesWritten: {"type":"notesWritten","request":1,"version":"v1","tokens":5},
  replied: {"type":"replied","request":1,"reply":{"content":[],"stop_reason":"end_turn"}},
  resumed: {"type":"resumed"},
  submitted: {"type":"submitted","content":"fix it","tokens":5},
  toolReturned: {"type":"toolReturned","request":1,"content":"ok","isError":true,"tokens":5},
} satisfies ByType<ContextEvent>;

export const lesson = {
  window: 2000,
  ratio: 0.7,
  meter: "accumulated",
  outputReserve: 0,
  replyLimit: 1024,
  summaryLimit: 2000,
  strategy: {"type":"restart"},
  restart: {"pinInstructions":false,"fenceNotes":false,"notesLimit":null},
  notes: {"readAtStart":false,"guard":false},
  guards: {"summaryAttempts":1,"breaker":null,"storm":null,"minGain":null,"feasibility":false,"fitSummary":false,"goOn":false},
  valves: {"maxCalls":null,"tokenBudget":null,"maxPauses":null},
  anyStopAnswers: true,
} satisfies Policy;

export const production = {
  window: 200000,
  ratio: 0.7,
  meter: "occupancy",
  outputReserve: 1024,
  replyLimit: 1024,
  summaryLimit: 2000,
  strategy: {"type":"restart"},
  restart: {"pinInstructions":true,"fenceNotes":true,"notesLimit":25000},
  notes: {"readAtStart":true,"guard":true},
  guards: {"summaryAttempts":3,"breaker":3,"storm":2,"minGain":0.1,"feasibility":true,"fitSummary":true,"goOn":true},
  valves: {"maxCalls":null,"tokenBudget":null,"maxPauses":10},
  anyStopAnswers: false,
} satisfies Policy;

export const prompts = {
  summaryInstruction: "Your context window is about to be replaced. Write a handover summary for the agent that takes over: it will see your summary and NOTES.md, and nothing else of what is below.\nKeep: the task, decisions on architecture and their reasons, bugs that are not solved, details of the implementation that the next steps need, and the next step.\nLeave out: tool output that has served its purpose, repetition, and talk.\nAnswer with the summary alone.",
  taskHeading: "The task, as it was given:",
  summaryHeading: "Handover summary:",
  notesHeading: "NOTES.md as of now:",
  instructionHeading: "The newest instruction, which comes before all others:",
  notesEmpty: "(NOTES.md is still empty)",
  notesSaved: "NOTES.md is updated.",
  notesWithoutContent: "update_notes needs a string `content`: the complete new text of NOTES.md.",
  editUnreadable: "edit_notes needs `action` (replace, append or drop), `section`, and for the first two `content`.",
  notesConflict: "Not saved: NOTES.md was changed by someone else. It now reads as below. Write again with what holds for both.",
  argumentsUnreadable: "Not run: the arguments are not a valid JSON object. Call again with complete arguments.",
  callNotRun: "Not run: the reply ended before its tool calls were due.",
  callAborted: "Not finished: the run was aborted. Its effect is unknown.",
  callInterrupted: "Interrupted: the process ended while this ran. Its effect is unknown; look before you run it again.",
  resultElided: "[Old result left out to save room. Run the tool again if it is needed.]",
} satisfies Prompts;

export const meters = {
  accumulated: {"tokens":1,"measure":"counted"},
  occupancy: {"tokens":2,"measure":"estimated"},
  spend: {"tokens":3,"measure":"counted"},
} satisfies Meters;

export const totals = {
  calls: 0,
  compactionCalls: 0,
  compactions: 0,
} satisfies Totals;

export const usage = {
  input: 60,
  cacheRead: 270,
  cacheWrite: 0,
  output: 150,
  cache: "apart",
} satisfies Usage;

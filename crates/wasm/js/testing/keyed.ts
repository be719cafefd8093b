import type { ModelRequest, RequestOptions } from "../client.js";
import { SecondwindError } from "../errors.js";
import type { StubReply } from "../stub.js";
import type { DialectName } from "../types.js";
import { type Fault, isFault } from "./faults.js";
import { type CallKind, isSummaryRequest } from "./shapes.js";

/** What a call is answered with: a reply, an `Error` to throw, a function of the request that gives one, or a fault. */
export type ScriptReply = StubReply | Fault;

/** What a client answers. */
export interface Script {
  /** The answers in the order in which calls take them. They are taken one by one, so a generator may go on for ever. */
  replies: Iterable<ScriptReply>;
  /** The answers of summary calls, apart. Default: they are taken from `replies`, too. */
  summaries?: Iterable<ScriptReply>;
  /** Whether a request asks for a summary. Default: `isSummaryRequest`. */
  isSummary?: (request: ModelRequest) => boolean;
  /** Default `anthropic`. */
  dialect?: DialectName;
}

/** A client that answers from a script. */
export interface KeyedClient {
  readonly dialect: DialectName;
  readonly messages: { create(request: ModelRequest, options?: RequestOptions): Promise<unknown> };
  readonly chat: { readonly completions: { create(request: object, options?: RequestOptions): Promise<unknown> } };
  /** The requests so far, oldest first, as deep copies. */
  readonly requests: readonly ModelRequest[];
  /** Those of them that asked for a summary. */
  readonly summaryRequests: readonly ModelRequest[];
  /** The others. */
  readonly mainRequests: readonly ModelRequest[];
  /** How many calls there were. */
  readonly counts: { readonly total: number; readonly main: number; readonly summary: number };
}

type Asked = (request: ModelRequest, call: number) => unknown;

/** What stands around a reply of the script. */
interface Around {
  before(request: ModelRequest, call: number): void;
  after(reply: object): void;
}

/**
 * A client whose replies are prepared, those of summary calls apart from all others. It answers in either shape,
 * `messages.create` and `chat.completions.create`.
 *
 *     const client = keyedClient({ replies: [asks, done], summaries: [faults.truncated("half"), summary] });
 *
 * Running dry is an error `STUB_EXHAUSTED` that says which replies ran out. A reply goes out as the very object that
 * was passed in.
 */
export function keyedClient(script: Script): KeyedClient {
  return scripted(script);
}

/**
 * The same with something around each reply of the script.
 * @internal
 */
export function scripted(script: Script, around?: Around): KeyedClient {
  const { dialect = "anthropic", isSummary = isSummaryRequest } = script;
  const main = script.replies[Symbol.iterator]();
  const queues = { main, summary: script.summaries?.[Symbol.iterator]() ?? main };
  const requests: Record<CallKind, ModelRequest[]> & { all: ModelRequest[] } = { all: [], main: [], summary: [] };

  async function create(given: object, options?: RequestOptions): Promise<unknown> {
    const request = structuredClone(given) as ModelRequest;
    const number = requests.all.push(request);
    const kind: CallKind = isSummary(request) ? "summary" : "main";
    requests[kind].push(request);
    options?.signal?.throwIfAborted();
    around?.before(request, number);
    const answer = async (): Promise<unknown> => {
      const next = queues[kind].next();
      const value: unknown = next.value;
      if (next.done === true) {
        throw new SecondwindError("STUB_EXHAUSTED", `call ${number} asks for a ${kind} reply, and the script has no more`);
      }
      const entry: unknown = typeof value === "function" ? await (value as Asked)(structuredClone(request), number) : value;
      if (isFault(entry)) return await entry.answer({ request, options, number, kind, dialect, next: answer });
      if (entry instanceof Error) throw entry;
      return entry;
    };
    const reply = await answer();
    if (typeof reply === "object" && reply !== null) around?.after(reply);
    return reply;
  }

  return {
    dialect,
    messages: { create },
    chat: { completions: { create } },
    requests: requests.all,
    summaryRequests: requests.summary,
    mainRequests: requests.main,
    get counts() {
      return { total: requests.all.length, main: requests.main.length, summary: requests.summary.length };
    },
  };
}

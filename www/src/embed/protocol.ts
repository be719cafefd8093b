/** The messages between a frame and the page that holds it, as both sides read them. */
import type { Envelope, ErrorCode, HostContent, PageContent, State, Theme } from "./embed";

export const protocol = "secondwind";
export const version = 1;
/** The longest message, in UTF-16 code units of its JSON. */
export const longest = 1_000_000;

const themes: readonly Theme[] = ["system", "light", "dark"];

type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

export const sealed = <T extends HostContent | PageContent>(content: T): Envelope & T => ({ protocol, version, ...content });

export interface Fault {
  code: ErrorCode;
  to?: string;
  at?: string;
}

type Content = Json & { type: string };

export type Opened = { content: Content } | { fault: Fault; type: unknown };

/** What is in a message of this protocol, as plain JSON without its envelope; null where it is something else. */
export function opened(data: unknown): Opened | null {
  if (!isRecord(data) || data["protocol"] !== protocol) return null;
  const type = data["type"];
  const id = data["id"];
  const fault = (code: ErrorCode): Opened => ({ fault: { code, ...(isName(id) ? { to: id } : {}) }, type });
  let text: string;
  try {
    text = JSON.stringify(data);
  } catch {
    return fault("malformed");
  }
  if (text.length > longest) return fault("too-large");
  if (data["version"] !== version) return fault("version");
  const content = JSON.parse(text) as Json;
  delete content["protocol"];
  delete content["version"];
  return typeof content["type"] === "string" ? { content: content as Content } : fault("malformed");
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 64;
const isId = (value: unknown): boolean => typeof value === "string" && /^[A-Za-z][\w-]{0,60}$/.test(value);
const isTag = (value: unknown): boolean => typeof value === "string" && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(value);
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isState = (value: unknown): value is State | null => value === null || isRecord(value);
const isStep = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** What each field of a message to the frame must be, where it is there. Other fields are left alone. */
const fields: Record<HostContent["type"], Record<string, (value: unknown) => boolean>> = {
  init: {
    features: (value) => isRecord(value) && (value["live"] === undefined || isFlag(value["live"])),
    state: isState,
    lang: isTag,
    theme: (value) => themes.some((theme) => theme === value),
    lti: isFlag,
  },
  setState: { state: isState },
  goTo: { exercise: isId, task: isId, scenario: isId, step: isStep },
  reset: {},
};

/** Without these a message says nothing. */
const needed: Partial<Record<HostContent["type"], string>> = { setState: "state" };

/** A message to the frame, or what is wrong with it. */
export function toFrame(content: Content): { content: HostContent } | { fault: Fault } {
  const { type, id } = content;
  const to = isName(id) ? { to: id } : {};
  if (!Object.hasOwn(fields, type)) return { fault: { code: "unknown-type", ...to, at: type.slice(0, 40) } };
  const wanted = type as HostContent["type"];
  if (id !== undefined && !isName(id)) return { fault: { code: "malformed", at: "id" } };
  for (const [field, fits] of Object.entries(fields[wanted])) {
    const value = content[field];
    if (value === undefined ? needed[wanted] === field : !fits(value)) return { fault: { code: "malformed", ...to, at: field } };
  }
  return { content: content as unknown as HostContent };
}

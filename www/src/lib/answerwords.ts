import type { Frame } from "secondwind/course";
import type { Gate } from "./gates";
import { t } from "./i18n.svelte";

/** An answer in words. `frame` is the one that the gate stands at, for the messages that can be picked in it. */
export function shownAnswer(gate: Pick<Gate, "as">, value: number, frame: Frame): string {
  if (gate.as === "tokens") return t("tokens", { tokens: value });
  if (gate.as !== "message") return t(`gates-value-${gate.as}`, { value });
  const parts = frame.window.filter((part) => part.kind !== "fixed");
  const at = parts.findIndex((part) => part.id === value);
  const part = parts[at];
  return part ? t("gates-value-message", { number: at + 1, kind: t(`kind-${part.kind}`) }) : t("gates-value-gone");
}

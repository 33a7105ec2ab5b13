// Template errors in the author's language.
import type { TFunction } from "i18next";
import type { Fault, PromptFault, PromptLanguage } from "@/ipc/types";

type Say = TFunction<"prompts">;

/** An error in a line: from the backend, or known only from the template's language. */
export interface LineFault {
  line: number;
  what: Fault | { fault: "other_language"; language: PromptLanguage };
}

/** An error in words; messages of the template engine are unchanged. */
export function faultWords(t: Say, { what }: LineFault): string {
  if (what.fault === "syntax") return what.message;
  if (what.fault === "unknown_artifact" && what.nearest !== null) {
    return t("faults.unknown_artifact_near", { name: what.name, nearest: what.nearest });
  }
  return t(`faults.${what.fault}`, { ...what });
}

/** The faults in a failure with the code `prompt_faulty`. */
export function faultsOf(details: unknown): PromptFault[] {
  if (typeof details !== "object" || details === null || !("faults" in details)) return [];
  const { faults } = details;
  return Array.isArray(faults) ? faults.filter(isFault) : [];
}

function isFault(one: unknown): one is PromptFault {
  if (typeof one !== "object" || one === null || !("line" in one) || !("what" in one)) return false;
  const { line, what } = one;
  return typeof line === "number" && typeof what === "object" && what !== null && "fault" in what;
}

// Findings in words. The backend returns values; the message depends on the rule and the language.
import type { TFunction } from "i18next";
import type { FindingView } from "@/ipc/types";

type Say = TFunction<"findings">;

/** Maximum characters of a value in a message. */
const MAX_VALUE_LENGTH = 60;

function shortened(value: string): string {
  const chars = [...value];
  return chars.length <= MAX_VALUE_LENGTH ? value : `${chars.slice(0, MAX_VALUE_LENGTH).join("")}…`;
}

/** The problem in one sentence. */
export function findingWords(t: Say, { rule, expected, found }: FindingView): string {
  const values = { expected: shortened(expected), found: shortened(found) };
  if (expected !== "" && found !== "") return t(`rules.${rule}.both`, values);
  if (found !== "") return t(`rules.${rule}.found`, values);
  const bare = t(`rules.${rule}.bare`);
  return expected === "" ? bare : t("expectedOnly", { bare, expected: values.expected });
}

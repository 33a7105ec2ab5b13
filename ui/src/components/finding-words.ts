// Findings in words. The backend returns values; the message depends on the rule and the language.
import type { TFunction } from "i18next";
import type { FindingView } from "@/ipc/types";
import { figure } from "./figures";

/** Maximum characters of a value in a message. */
const MAX_VALUE_LENGTH = 60;

function shortened(value: string): string {
  const chars = [...value];
  return chars.length <= MAX_VALUE_LENGTH ? value : `${chars.slice(0, MAX_VALUE_LENGTH).join("")}…`;
}

/** A length with its thousands marked, as everywhere else. */
function grouped(value: string): string {
  return /^\d+$/.test(value) ? figure(Number(value)) : value;
}

/** The problem in one sentence; of a finding, or of an issue of a mending. */
export function findingWords(
  t: TFunction,
  { rule, expected, found }: Pick<FindingView, "rule" | "expected" | "found">,
): string {
  // The values of this rule are lengths; others may be numbers in the text, such as years.
  const shown = (value: string) => (rule === "length" ? grouped(value) : shortened(value));
  const values = { expected: shown(expected), found: shown(found) };
  if (expected !== "" && found !== "") return t(`findings:rules.${rule}.both`, values);
  if (found !== "") return t(`findings:rules.${rule}.found`, values);
  const bare = t(`findings:rules.${rule}.bare`);
  return expected === "" ? bare : t("findings:expectedOnly", { bare, expected: values.expected });
}

// Names of versions and groups.
import type { TFunction } from "i18next";
import type { PromptEntry } from "@/ipc/types";
import type { Version } from "./state";

type Say = TFunction<"prompts">;

const GROUPS: readonly string[] = [
  "scene_generation",
  "title",
  "memory",
  "summary",
  "extraction",
  "suggestion",
  "check",
];

/** A group; an unknown one keeps its own name. */
export function groupName(t: Say, group: string): string {
  return GROUPS.includes(group) ? t(`groups.${group}`) : group;
}

/** “自带”, or “v2”. */
export function versionName(t: Say, entry: PromptEntry, id: Version): string {
  const found = entry.versions.find((version) => version.id === id);
  return found === undefined ? t("shipped") : t("numbered", { n: found.version });
}

/** The number of the next version. */
export function nextNumber(entry: PromptEntry): number {
  return Math.max(0, ...entry.versions.map(({ version }) => version)) + 1;
}

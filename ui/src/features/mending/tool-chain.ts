// The tools of a kind and severity in order of preference. Pure.
import type { TFunction } from "i18next";
import type { ErrorKind, Tool } from "@/ipc/types";

export const KINDS: readonly ErrorKind[] = ["character", "fact", "timeline", "world", "style"];

/** The place of a tool: first, or what is used if those before cannot. */
export type Rank = 0 | 1 | 2;

const TOOLS: readonly Tool[] = ["replace", "rewrite", "shorten", "lengthen", "canon", "author"];

/** What can be chosen at each place. What no tool mends is left to the author, so the author is only a first choice. */
export const choicesAt = (rank: Rank): readonly (Tool | "none")[] =>
  rank === 0 ? TOOLS : [...TOOLS.slice(0, -1), "none"];

/** The tools with another one at a place. A tool that stood elsewhere moves there; none ends the list. */
export function withTool(tools: readonly Tool[], rank: Rank, next: Tool | "none"): Tool[] {
  const before = tools.slice(0, rank).filter((tool) => tool !== next);
  if (next === "none" || next === "author") return next === "none" ? before : [...before, next];
  const after = tools.slice(rank + 1).filter((tool) => tool !== next);
  return [...before, next, ...after];
}

/** The tools in words, in order. */
export const chain = (t: TFunction<"mending">, tools: readonly Tool[]): string =>
  tools.map((tool) => t(`tool.${tool}`)).join(t("tools.orElse"));

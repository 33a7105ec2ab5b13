// Names of versions and branches in the author's language.
import type { TFunction } from "i18next";
import { momentName } from "@/components/days";
import type { BranchEntry, VersionEntry } from "@/ipc/types";

/** A version by its name, or by its time. */
export function versionName(version: VersionEntry, now: number, language: string): string {
  return version.label ?? momentName(version.created_at, now, language);
}

/** A branch by its name. The main line is always called so; the first line of a scene has no name. */
export function branchName(branch: BranchEntry, t: TFunction<"versions">): string {
  if (branch.main) return t("branches.main");
  if (branch.name === "" && branch.branch === 0) return t("branches.first");
  return branch.name === "" ? t("branches.unnamed", { n: branch.branch }) : branch.name;
}

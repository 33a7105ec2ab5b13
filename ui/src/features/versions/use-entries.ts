// The entries of the list of versions, and their names.
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dayName } from "@/components/days";
import { useToday } from "@/components/use-today";
import { useCounting } from "@/desk/counting";
import type { BranchEntry, History, VersionEntry, VersionNo } from "@/ipc/types";
import { type Line, type Listed, listVersions } from "./entries";
import { branchName, versionName } from "./names";

/** The working text where it is not a version yet, or a version. */
export type Entry = { kind: "working" } | ({ kind: "version" } & Listed);

export const idOf = (entry: Entry) => (entry.kind === "working" ? "working" : `v${entry.version.version}`);

export function useEntries(history: History, line: Line, unsaved: boolean): Entry[] {
  const { rule } = useCounting();
  return useMemo<Entry[]>(() => {
    const listed = listVersions(history, line, rule).map((one): Entry => ({ kind: "version", ...one }));
    return unsaved ? [{ kind: "working" }, ...listed] : listed;
  }, [history, line, rule, unsaved]);
}

export function useVersionNames(history: History, branches: readonly BranchEntry[]) {
  const { t, i18n } = useTranslation("versions");
  const now = useToday();
  const byNumber = useMemo(
    () => new Map(history.versions.map((version) => [version.version, version])),
    [history],
  );
  const byBranch = useMemo(() => new Map(branches.map((branch) => [branch.branch, branch])), [branches]);
  const groupOf = useCallback(
    (entry: Entry) =>
      entry.kind === "working" ? null : dayName(entry.version.created_at, now, i18n.language),
    [now, i18n.language],
  );
  return {
    groupOf,
    nameOf: (version: VersionEntry) => versionName(version, now, i18n.language),
    versionOf: (number: VersionNo) => byNumber.get(number),
    /** The name of a branch; null for the main line. */
    tagOf: (branch: number) => {
      const found = byBranch.get(branch);
      return found === undefined || found.main ? null : branchName(found, t);
    },
  };
}

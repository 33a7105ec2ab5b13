// The history of a scene as a list: newest first, with the change from each version's parent.
import type { CountRule } from "@/desk/counting";
import type { BranchNo, History, VersionEntry, VersionNo } from "@/ipc/types";

/** What created a version. */
export type MadeBy = "created" | "explicit" | "automatic" | "import" | "restore" | "ai" | "merge" | "branch";

/** A version in the list. */
export interface Listed {
  version: VersionEntry;
  made: MadeBy;
  /** Its 字数. */
  count: number;
  /** The difference to its parent; null for the first. */
  change: number | null;
}

/** The listed line. */
export type Line = "all" | BranchNo;

function madeBy(version: VersionEntry, parent: VersionEntry | undefined): MadeBy {
  if (version.merged !== null) return "merge";
  if (version.created_by !== "user") return version.created_by;
  // A branch begins with a copy of its starting version.
  if (parent !== undefined && parent.branch !== version.branch && sameCounts(parent, version))
    return "branch";
  if (parent === undefined && version.counts.all === 0) return "created";
  return version.kind;
}

function sameCounts(a: VersionEntry, b: VersionEntry): boolean {
  return a.counts.all === b.counts.all && a.counts.standard === b.counts.standard;
}

/** The versions of a line, newest first, including those it came from. */
export function listVersions(history: History, line: Line, rule: CountRule): Listed[] {
  const known = new Map(history.versions.map((version) => [version.version, version]));
  const listed = line === "all" ? history.versions : lineOf(history, line, known);
  return listed
    .map((version) => {
      const parent = version.parent === null ? undefined : known.get(version.parent);
      return {
        version,
        made: madeBy(version, parent),
        count: version.counts[rule],
        change: parent === undefined ? null : version.counts[rule] - parent.counts[rule],
      };
    })
    .reverse();
}

function lineOf(
  history: History,
  branch: BranchNo,
  known: ReadonlyMap<VersionNo, VersionEntry>,
): VersionEntry[] {
  const line: VersionEntry[] = [];
  let at = headOf(history, branch);
  while (at !== undefined) {
    line.push(at);
    at = at.parent === null ? undefined : known.get(at.parent);
  }
  return line.reverse();
}

/** The newest version of a branch. */
export function headOf(history: History, branch: BranchNo): VersionEntry | undefined {
  return history.versions.findLast((version) => version.branch === branch);
}

/** The version to compare the working text with: the draft's base, or for saved text the previous version. */
export function lastBefore(history: History, saved: boolean, base: VersionNo): VersionNo | null {
  if (!saved) return base;
  return history.versions.find((version) => version.version === base)?.parent ?? null;
}

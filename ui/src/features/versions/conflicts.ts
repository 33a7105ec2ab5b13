// The conflicts reported by a refused merge.
import { textOf } from "@/editor/compare-panes";
import { toUtf16 } from "@/editor/positions";
import type { CharRange, Conflict, JsonValue, VersionNo } from "@/ipc/types";

/** The details of a refused merge. */
export interface Refused {
  main: VersionNo;
  branch: VersionNo;
  conflicts: readonly Conflict[];
}

/** A conflict with some context. */
export interface Place {
  before: string;
  main: string;
  branch: string;
  after: string;
}

/** Parses the details of a `merge_conflict`; null if malformed. */
export function refusedMerge(details: JsonValue): Refused | null {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  const { main, branch, conflicts } = details;
  if (typeof main !== "number" || typeof branch !== "number" || !Array.isArray(conflicts)) return null;
  return { main, branch, conflicts: conflicts as unknown as Conflict[] };
}

const CONTEXT_LENGTH = 16;

/** The conflicts in the texts of both lines. */
export function placesOf(conflicts: readonly Conflict[], mainText: string, branchText: string): Place[] {
  const main = textOf(mainText);
  const branch = textOf(branchText);
  const words = (doc: typeof main, { start, end }: CharRange) => {
    const [from = 0, to = 0] = toUtf16(doc, [start, end]);
    return doc.sliceString(from, to);
  };
  return conflicts.map(({ ours, theirs }) => ({
    before:
      words(main, { start: Math.max(0, ours.start - CONTEXT_LENGTH), end: ours.start })
        .split("\n")
        .at(-1) ?? "",
    main: words(main, ours),
    branch: words(branch, theirs),
    after: words(main, { start: ours.end, end: ours.end + CONTEXT_LENGTH }).split("\n")[0] ?? "",
  }));
}

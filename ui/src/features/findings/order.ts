// Findings in reading order.
import { locate } from "@/desk/navigation";
import type { FindingView, OutlineView, Severity } from "@/ipc/types";

export const SEVERITIES: readonly Severity[] = ["low", "medium", "high", "critical"];

/** The position of a finding: chapter and scene in the book, and offset in the text. */
function placeOf({ evidence: [first] }: FindingView, outline: OutlineView): readonly number[] {
  const last = Number.MAX_SAFE_INTEGER;
  const place = first === undefined ? undefined : locate(outline, first.scene);
  if (first === undefined || place === undefined) return [last, last, last];
  const scene = place.chapter.scenes.findIndex(({ id }) => id === first.scene);
  return [place.index, scene, (first.standing ?? first.range).start];
}

/** Findings of at least a severity, in reading order. */
export function inOrder(
  findings: readonly FindingView[],
  outline: OutlineView,
  least: Severity,
): FindingView[] {
  return findings
    .filter(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least))
    .map((finding) => ({ finding, place: placeOf(finding, outline) }))
    .sort((a, b) => {
      const at = a.place.findIndex((value, index) => value !== b.place[index]);
      return at < 0 ? a.finding.id - b.finding.id : (a.place[at] ?? 0) - (b.place[at] ?? 0);
    })
    .map(({ finding }) => finding);
}

/** A position in the book: a scene, and a char offset in it. */
export interface Standing {
  scene: number;
  offset: number;
}

/** The finding after the current one, or after a position; wraps around. */
export function nextFinding(
  findings: readonly FindingView[],
  from: { finding: number | null; at: Standing | null },
  step: 1 | -1,
): FindingView | undefined {
  const count = findings.length;
  const current = findings.findIndex(({ id }) => id === from.finding);
  if (current >= 0) return findings[(current + step + count) % count];
  const { at } = from;
  const isBehind = ({ evidence: [first] }: FindingView) =>
    first !== undefined &&
    at !== null &&
    first.scene === at.scene &&
    (first.standing ?? first.range).start >= at.offset;
  const next = findings.findIndex(isBehind);
  if (step > 0) return findings[next < 0 ? 0 : next];
  return findings[((next < 0 ? count : next) - 1 + count) % Math.max(1, count)];
}

// Findings in open texts: passages are underlined by severity. A mark exists only where its text does.
import { useEffect, useMemo } from "react";
import { useDesk } from "@/desk/desk";
import { useEditors } from "@/desk/marks";
import { locate } from "@/desk/navigation";
import { openScene } from "@/desk/open-scenes";
import { usePacedAnswer } from "@/desk/paced-answer";
import { placeOfQuote } from "@/desk/quotes";
import type { Writing } from "@/editor/create";
import type { Mark } from "@/editor/marks";
import { toUtf16 } from "@/editor/positions";
import { useAnswer } from "@/ipc/queries";
import type { FindingView, SceneId } from "@/ipc/types";
import { type Evidence, quoted } from "./acts";

const LAYER = "findings";
const PREFIX = "finding:";

/** The finding of a mark of this layer; null for a mark of another. */
export function findingOf({ id }: Mark): number | null {
  return id.startsWith(PREFIX) ? Number.parseInt(id.slice(PREFIX.length), 10) : null;
}

/** Where a passage is in an editor: at its offset, or at the nearest occurrence of its text. */
function placeIn(writing: Writing, evidence: Evidence): { from: number; to: number } | null {
  if (evidence.standing === null || evidence.quote === "") return null;
  const { doc } = writing.view.state;
  const { range, quote } = quoted(evidence);
  const [from = 0, to = 0] = toUtf16(doc, [range.start, range.end]);
  if (to - from === quote.length && doc.sliceString(from, to) === quote) return { from, to };
  return placeOfQuote(writing.text(), quote, range.start);
}

/** The marks of the findings of a scene, in its editor. */
export function marksIn(writing: Writing, scene: SceneId, findings: readonly FindingView[]): Mark[] {
  return findings.flatMap((finding) => {
    if (finding.state !== "open") return [];
    return finding.evidence.flatMap((evidence, at): Mark[] => {
      const place = evidence.scene === scene ? placeIn(writing, evidence) : null;
      if (place === null) return [];
      const kind = at === 0 ? (`issue-${finding.severity}` as const) : "evidence";
      return [{ id: `${PREFIX}${finding.id}:${at}`, kind, ...place }];
    });
  });
}

/** Keeps the findings of the open chapter marked in its texts. */
export function FindingMarks(): null {
  const scene = useDesk((state) => state.scene);
  const turn = useEditors((state) => state.turn);
  const { data: outline } = useAnswer("manuscript.outline", {});
  const chapter = outline === undefined || scene === null ? undefined : locate(outline, scene)?.chapter;
  const question = chapter === undefined ? null : { chapter: chapter.id };
  const { data, dataUpdatedAt } = usePacedAnswer("check.list", question);
  const scenes = useMemo(() => chapter?.scenes.map(({ id }) => id) ?? [], [chapter]);
  // Removed and restored text is marked with the next answer, even if that is unchanged.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` changes when an editor is mounted
  useEffect(() => {
    if (data === undefined) return;
    for (const id of scenes) {
      const writing = openScene(id)?.writing;
      if (writing == null) continue;
      const marks = marksIn(writing, id, data.findings);
      writing.setMarks({ layer: LAYER, moment: writing.moment(), unit: "utf16", marks });
    }
  }, [data, dataUpdatedAt, scenes, turn]);
  return null;
}

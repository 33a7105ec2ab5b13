// The 字数 of a row: the outline's count plus what has been typed since in open scenes.
import type { CountRule } from "@/desk/counting";
import { liveChange } from "@/desk/live-counts";
import { useOpenScenes } from "@/desk/open-scenes";
import type { OutlineView } from "@/ipc/types";
import type { Row } from "./rows";

/** The live count of a row while the author types. */
export function useRowCount(row: Row, outline: OutlineView, rule: CountRule): number {
  const change = useOpenScenes(({ status }) => {
    const totals = liveChange(outline, status, ({ volume, chapter }, scene) => {
      if (row.kind === "scene") return scene === row.view.id;
      return row.kind === "chapter" ? chapter.id === row.view.id : volume.id === row.view.id;
    });
    return totals[rule];
  });
  return Math.max(0, row.counts[rule] + change);
}

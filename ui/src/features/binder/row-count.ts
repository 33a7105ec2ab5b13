// The 字数 of a row: that of the outline, and what has been typed since in the scenes that are open.
import type { CountRule } from "@/desk/counting";
import { liveChange } from "@/desk/live-counts";
import { useOpenScenes } from "@/desk/open-scenes";
import type { OutlineView } from "@/ipc/types";
import type { Row } from "./rows";

/** The count of a row as it is while the author types. */
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

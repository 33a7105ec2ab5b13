// The 字数 of a row: that of the outline, and what has been typed since in the scenes that are open.
import { locate } from "@/desk/navigation";
import { useOpenScenes } from "@/desk/open-scenes";
import type { CountRuleName, OutlineView } from "@/ipc/types";
import type { Row } from "./rows";

type Statuses = ReturnType<typeof useOpenScenes.getState>["status"];

/** What the open scenes hold beyond the outline, of those in the row's part. */
export function liveChange(row: Row, outline: OutlineView, status: Statuses, rule: CountRuleName): number {
  let change = 0;
  for (const [id, { counts }] of status) {
    const place = locate(outline, id);
    if (place === undefined) continue;
    const inside =
      row.kind === "scene"
        ? id === row.view.id
        : row.kind === "chapter"
          ? place.chapter.id === row.view.id
          : place.volume.id === row.view.id;
    if (inside) change += counts[rule] - place.scene.counts[rule];
  }
  return change;
}

/** The count of a row as it is while the author types. */
export function useRowCount(row: Row, outline: OutlineView, rule: CountRuleName): number {
  const change = useOpenScenes(({ status }) => liveChange(row, outline, status, rule));
  return Math.max(0, row.counts[rule] + change);
}

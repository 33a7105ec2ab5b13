// The rows of the list of cards: all of them, or those of the open scene, filtered and sorted.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import type { CardRow, Failure } from "@/ipc/types";
import { filtered, type LoreRow, rowsOf, rowsOfScene, rowsTriggered, sorted } from "./rows";
import { useLoreView } from "./store";

export interface LoreRows {
  shown: readonly LoreRow[];
  /** Why no row is shown. */
  emptyBecause: "all" | "filter" | "scene" | "triggered" | "noScene";
  /** The filters are in use. */
  narrowed: boolean;
  /** The rows of the scene are not known yet. */
  reading: boolean;
  failure: Failure | null;
  retry: () => void;
}

export function useLoreRows(cards: readonly CardRow[]): LoreRows {
  const { i18n } = useTranslation("lore");
  const scene = useDesk((state) => state.scene);
  const { query, kind, sort, scope } = useLoreView();
  const counts = usePacedAnswer("mentions.counts", {});
  const cast = usePacedAnswer("mentions.cast", scope === "scene" && scene !== null ? { scene } : null);
  const triggered = usePacedAnswer(
    "lore.triggered",
    scope === "triggered" && scene !== null ? { scene } : null,
  );
  const here = scope === "scene" ? cast : triggered;
  const asksScene = scope !== "all" && scene !== null;

  const rows = useMemo(() => {
    if (scope === "all") return sorted(rowsOf(cards, counts.data?.counts ?? null), sort, i18n.language);
    const ofScene =
      scope === "scene"
        ? rowsOfScene(cast.data?.cast ?? [], cards)
        : rowsTriggered(triggered.data?.entries ?? [], cards);
    // A scene's cast comes sorted by mentions, the most useful order there.
    return sort === "name" ? ofScene : sorted(ofScene, sort, i18n.language);
  }, [scope, cast.data, triggered.data, cards, counts.data, sort, i18n.language]);
  const shown = useMemo(() => filtered(rows, query, kind), [rows, query, kind]);
  const narrowed = query.trim() !== "" || kind !== null;
  return {
    shown,
    emptyBecause:
      narrowed && rows.length > 0 ? "filter" : scope !== "all" && scene === null ? "noScene" : scope,
    narrowed,
    reading: asksScene && here.data === undefined,
    failure: asksScene ? here.error : null,
    retry: () => void here.refetch(),
  };
}

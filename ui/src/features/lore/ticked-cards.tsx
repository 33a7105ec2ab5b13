// Bulk acts on the selected cards.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import type { Ticks } from "@/components/ticks";
import { openDialog } from "@/desk/desk";
import { cardKey, type LoreRow } from "./rows";

interface TickedCardsProps {
  rows: readonly LoreRow[];
  ticks: Ticks;
}

export function TickedCards({ rows, ticks }: TickedCardsProps) {
  const { t } = useTranslation("lore");
  const ticked = rows.filter(({ key }) => ticks.ticked.has(key));
  if (ticked.length === 0) return null;
  // The card with more mentions stays, unless the author swaps them.
  const [stays, goes] = [...ticked].sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  return (
    <div
      role="toolbar"
      aria-label={t("ticks.label")}
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line px-3 py-2"
    >
      <span role="status" className="text-xs text-subtle tabular-nums">
        {t("ticks.count", { n: figure(ticked.length) })}
      </span>
      <span className="flex-1" />
      <Button
        size="sm"
        disabled={ticked.length !== 2}
        onClick={() => {
          if (stays === undefined || goes === undefined) return;
          openDialog({ name: "merge-cards", from: cardKey(goes), into: cardKey(stays) });
        }}
      >
        {t("merge.two")}
      </Button>
      <Button size="sm" variant="ghost" onClick={ticks.clear}>
        {t("ticks.clear")}
      </Button>
    </div>
  );
}

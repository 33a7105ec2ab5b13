// The inspector's tab 条目: the list of cards, or one of them. The list keeps its place while a card is shown.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { isFocusLost } from "@/components/lost-focus";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { CardKey } from "@/ipc/types";
import { LoreDetail } from "./lore-detail";
import { LoreList } from "./lore-list";
import type { Facts } from "./related";
import { keyOf } from "./rows";

interface LoreTabProps {
  facts?: Facts | undefined;
}

export function LoreTab({ facts }: LoreTabProps) {
  const { t } = useTranslation("lore");
  const cards = useAnswer("cards.list", {});
  const entry = useDesk(({ shown }) => shown.lore);
  const bare = useDesk(({ shown }) => shown.card ?? null);
  const of: CardKey | null = entry !== null ? { entry } : bare;
  const key = of === null ? null : keyOf(of);
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(key);

  // The focus returns to the opened row.
  useEffect(() => {
    const previous = before.current;
    before.current = key;
    if (previous === null || key !== null) return;
    if (!isFocusLost()) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(previous)}"] button`);
    (row ?? list.current?.querySelector<HTMLElement>('[data-stop="true"]'))?.focus();
  }, [key]);

  const back = () => useDesk.setState(({ shown }) => ({ shown: { ...shown, lore: null, card: null } }));
  return (
    <section aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      <div
        ref={list}
        hidden={of !== null}
        className={of === null ? "flex min-h-0 flex-1 flex-col" : undefined}
      >
        {cards.data !== undefined ? (
          <LoreList cards={cards.data.cards} />
        ) : cards.error !== null ? (
          <div className="p-4">
            <FailureState failure={cards.error} onRetry={() => void cards.refetch()} />
          </div>
        ) : (
          <LoadingState rows={12} className="pt-3" />
        )}
      </div>
      {of !== null && <LoreDetail key={key} of={of} facts={facts} onBack={back} />}
    </section>
  );
}

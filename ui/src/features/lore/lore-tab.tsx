// The inspector's tab 条目: the list of entries, or one of them. The list stays where it is while one is shown.
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import { LoreDetail } from "./lore-detail";
import { LoreList } from "./lore-list";

export function LoreTab() {
  const { t } = useTranslation("lore");
  const lore = useAnswer("lore.list", {});
  const entry = useDesk(({ shown }) => shown.lore);
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(entry);

  // The keys go back to the row that was opened.
  useEffect(() => {
    const left = before.current;
    before.current = entry;
    if (left === null || entry !== null) return;
    if (document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="entry-${left}"] button`);
    (row ?? list.current?.querySelector<HTMLElement>('[data-stop="true"]'))?.focus();
  }, [entry]);

  const back = () => useDesk.setState(({ shown }) => ({ shown: { ...shown, lore: null } }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (entry === null || event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key !== "Escape" && !(event.altKey && event.key === "ArrowLeft")) return;
    event.preventDefault();
    back();
  };

  return (
    <section aria-label={t("title")} onKeyDown={onKeyDown} className="flex h-full min-h-0 flex-col">
      <div
        ref={list}
        hidden={entry !== null}
        className={entry === null ? "flex min-h-0 flex-1 flex-col" : undefined}
      >
        {lore.data !== undefined ? (
          <LoreList lore={lore.data} />
        ) : lore.error !== null ? (
          <div className="p-4">
            <FailureState failure={lore.error} onRetry={() => void lore.refetch()} />
          </div>
        ) : (
          <LoadingState rows={12} className="pt-3" />
        )}
      </div>
      {entry !== null && <LoreDetail key={entry} entry={entry} onBack={back} />}
    </section>
  );
}

// The overflow shelf: text beyond the length limits of generations, for the whole novel, newest first.
import { Archive, Copy, CornerDownLeft, FileInput, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { LongText } from "@/components/long-text";
import { isFocusLost } from "@/components/lost-focus";
import { useToday } from "@/components/use-today";
import { showGeneration, useDesk } from "@/desk/desk";
import { goToScene, locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { ShelfItem } from "@/ipc/types";
import { copy } from "./acts";
import { discardOverflow, insertAtCaret, openNextWith, sceneAfter } from "./shelf-acts";

export function Shelf() {
  const { t } = useTranslation("context");
  const { data, error, refetch } = useAnswer("generation.shelf", {});
  const list = useRef<HTMLUListElement>(null);
  if (error !== null) {
    return (
      <div className="p-3">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <LoadingState rows={8} className="pt-2" />;
  if (data.items.length === 0) {
    return <EmptyState icon={Archive} title={t("shelf.none")} text={t("shelf.noneText")} />;
  }
  const goOn = (at: number) => {
    // The next item takes the focus, so that the keyboard keeps working.
    requestAnimationFrame(() => {
      if (!isFocusLost()) return;
      const cards = list.current?.querySelectorAll<HTMLElement>("[data-card]");
      cards?.[Math.min(at, cards.length - 1)]?.querySelector("button")?.focus();
    });
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3 py-3">
      <ul ref={list} aria-label={t("sides.shelf")} className="flex flex-col gap-3">
        {data.items.map((item, at) => (
          <li key={item.generation} data-card>
            <Card item={item} onGone={() => goOn(at)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Card({ item, onGone }: { item: ShelfItem; onGone: () => void }) {
  const { t, i18n } = useTranslation("context");
  const now = useToday();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const hasScene = useDesk((state) => state.scene !== null && state.centre.kind === "writing");
  const { data: outline } = useAnswer("manuscript.outline", {});
  const [busy, setBusy] = useState(false);
  const place = outline === undefined ? undefined : locate(outline, item.scene);
  const name = place?.scene.title || place?.chapter.title || t("sources.gone");
  const hasNext = outline !== undefined && sceneAfter(outline, item.scene) !== null;
  const text = item.text.trim();
  const run = async (act: (item: ShelfItem) => Promise<unknown>) => {
    setBusy(true);
    await act(item);
    setBusy(false);
    onGone();
  };
  return (
    <article
      aria-label={t("shelf.from", { name })}
      aria-busy={busy || undefined}
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface-raised p-3"
    >
      <div className="flex min-w-0 items-start gap-1">
        <div className="flex min-w-0 flex-1 flex-col items-start">
          <button
            type="button"
            disabled={place === undefined}
            onClick={() => goToScene(item.scene)}
            title={name}
            className="max-w-full truncate rounded-sm text-left text-sm font-medium enabled:hover:text-accent"
          >
            {name}
          </button>
          <button
            type="button"
            onClick={() => showGeneration(item.generation)}
            className="rounded-sm text-left text-xs text-faint tabular-nums hover:text-accent"
          >
            {t("shelf.when", {
              act: t(`acts.${item.act}`),
              when: momentWithin(item.created_at, now, i18n.language),
            })}
          </button>
        </div>
        <IconButton icon={Copy} label={t("copyText")} onClick={() => void copy(text)} />
        <IconButton
          icon={Trash2}
          danger
          label={t("shelf.dismiss")}
          disabled={!writable || busy}
          onClick={() => void run(discardOverflow)}
        />
      </div>
      <LongText text={text} lines={6} isReading />
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          size="sm"
          icon={CornerDownLeft}
          disabled={!writable || !hasScene || busy}
          onClick={() => void run(insertAtCaret)}
        >
          {t("shelf.insert")}
        </Button>
        <Button
          size="sm"
          icon={FileInput}
          disabled={!writable || !hasNext || busy}
          title={hasNext ? undefined : t("shelf.noNext")}
          onClick={() => void run(openNextWith)}
        >
          {t("shelf.next")}
        </Button>
      </div>
    </article>
  );
}

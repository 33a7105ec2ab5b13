// Chooses a card: a filter with the cards below it. A click, or Enter in the filter, chooses.
import { type RefObject, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import { useAnswer } from "@/ipc/queries";
import type { CardRow } from "@/ipc/types";
import { signOf } from "./kinds";
import { cardKey, keyOf } from "./rows";

interface CardPickerProps {
  filter: RefObject<HTMLInputElement | null>;
  /** The card that cannot be chosen, by its list key. */
  without?: string | undefined;
  onChoose: (card: CardRow) => void;
}

const idOf = (card: CardRow) => keyOf(cardKey(card));
const noGroup = () => null;

export function CardPicker({ filter, without, onChoose }: CardPickerProps) {
  const { t, i18n } = useTranslation("lore");
  const cards = useAnswer("cards.list", {});
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language, { numeric: true });
    const needle = query.trim().toLowerCase();
    return (cards.data?.cards ?? [])
      .filter((card) => idOf(card) !== without)
      .filter(({ title, aliases }) => [title, ...aliases].some((name) => name.toLowerCase().includes(needle)))
      .sort((a, b) => compare(a.title, b.title));
  }, [cards.data, query, without, i18n.language]);
  if (cards.error !== null)
    return <FailureState failure={cards.error} onRetry={() => void cards.refetch()} />;
  if (cards.data === undefined) return <LoadingState rows={6} />;
  return (
    <div className="flex flex-col gap-2">
      <FilterField
        ref={filter}
        label={t("picker.filter")}
        value={query}
        onChange={setQuery}
        count={query.trim() === "" ? undefined : figure(shown.length)}
        size="md"
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const [first] = shown;
          if (event.key === "Enter" && first !== undefined) onChoose(first);
          else if (event.key === "ArrowDown")
            list.current?.querySelector<HTMLElement>('[data-stop="true"]')?.focus();
          else return;
          event.preventDefault();
        }}
      />
      <div ref={list} className="-mx-1.5 flex h-64 flex-col">
        {shown.length === 0 ? (
          <EmptyState compact title={t(query.trim() === "" ? "picker.nobody" : "picker.noMatch")} />
        ) : (
          <GroupedList
            className="flex-1"
            label={t("picker.list")}
            entries={shown}
            idOf={idOf}
            groupOf={noGroup}
            row={(card) => <CardLine card={card} />}
            onOpen={onChoose}
          />
        )}
      </div>
    </div>
  );
}

function CardLine({ card: { title, kind, aliases } }: { card: CardRow }) {
  const { t } = useTranslation("lore");
  const Sign = signOf(kind);
  return (
    <span className="flex h-5 min-w-0 items-center gap-2">
      <Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <span className="sr-only">{t(`kinds.${kind}`)}</span>
      <span className="max-w-3/5 shrink-0 truncate text-sm">{title}</span>
      <span className="min-w-0 truncate text-xs text-faint">{aliases.join(t("comma"))}</span>
    </span>
  );
}

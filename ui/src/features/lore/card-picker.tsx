// Chooses a card: a filter with the cards below it. A click, or Enter in the filter, chooses.
import { type RefObject, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useAnswer } from "@/ipc/queries";
import type { CardRow } from "@/ipc/types";
import { NamedPicker } from "./named-picker";
import { cardKey, keyOf } from "./rows";

interface CardPickerProps {
  filter: RefObject<HTMLInputElement | null>;
  /** The card that cannot be chosen, by its list key. */
  without?: string | undefined;
  onChoose: (card: CardRow) => void;
}

const idOf = (card: CardRow) => keyOf(cardKey(card));
const lineOf = ({ title, kind, aliases }: CardRow) => ({ title, kind, others: aliases });

export function CardPicker({ filter, without, onChoose }: CardPickerProps) {
  const { t, i18n } = useTranslation("lore");
  const cards = useAnswer("cards.list", {});
  const [query, setQuery] = useState("");
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
      <NamedPicker
        filterLabel={t("picker.filter")}
        onQuery={setQuery}
        label={t("picker.list")}
        entries={shown}
        none={t(query.trim() === "" ? "picker.nobody" : "picker.noMatch")}
        {...{ filter, query, idOf, lineOf, onChoose }}
      />
    </div>
  );
}

// Passages of the book in telling order, by chapter: text, reason, and a link.
import { useTranslation } from "react-i18next";
import { LongText } from "@/components/long-text";
import { goToQuote } from "@/desk/quotes";
import type { TextMemory } from "@/ipc/types";
import { ItemList, ItemRow, type ItemsProps } from "./item-row";
import { beginning, byChapter } from "./passages";

interface PassageListProps extends ItemsProps {
  memories: readonly TextMemory[];
  queries: readonly string[];
}

export function PassageList({ memories, queries, ...items }: PassageListProps) {
  const { t } = useTranslation("memory");
  return (
    <ItemList title={t("passages.title")} n={memories.length} none={t("passages.none")}>
      {byChapter(memories).map(({ chapter, title, passages }) => (
        <div key={passages[0]?.id ?? title} className="flex min-w-0 flex-col">
          <h4 className="pt-1 text-xs break-words text-faint">
            {chapter === null ? t("passages.unknownChapter") : title}
          </h4>
          <ul className="flex min-w-0 flex-col">
            {passages.map((memory) => (
              <ItemRow
                key={memory.id}
                {...items}
                id={memory.id}
                sendLabel={t("passages.send", { text: beginning(memory.text) })}
                goLabel={t("passages.goTo", { text: beginning(memory.text) })}
                onGo={() => void goToQuote({ ...memory, quote: memory.text })}
              >
                <LongText lines={3} text={memory.text} />
                <Why memory={memory} query={queries[memory.query]} />
              </ItemRow>
            ))}
          </ul>
        </div>
      ))}
    </ItemList>
  );
}

/** Why it was found: its ranks, and the query. */
function Why({ memory: { why }, query }: { memory: TextMemory; query: string | undefined }) {
  const { t } = useTranslation("memory");
  const { words, meaning, similarity } = why;
  const parts: string[] = [];
  if (words != null) parts.push(t("passages.words", { n: words }));
  if (meaning != null)
    parts.push(
      similarity == null
        ? t("passages.meaning", { n: meaning })
        : t("passages.meaningNear", { n: meaning, near: similarity.toFixed(2) }),
    );
  if (query !== undefined) parts.push(t("passages.whyQuery", { query: beginning(query) }));
  if (parts.length === 0) return null;
  return (
    <p title={t("passages.whyText")} className="text-xs break-words text-faint tabular-nums">
      {parts.join(t("passages.between"))}
    </p>
  );
}

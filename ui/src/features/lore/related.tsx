// Everything about a card besides its entry: facts and relations, threads, events, bible lines, pending suggestions.
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Disclosure } from "@/components/disclosure";
import { EmptyState } from "@/components/empty-state";
import { figure } from "@/components/figures";
import { show, showItem } from "@/desk/desk";
import type { Card, CardCounts, EntityId } from "@/ipc/types";

/** Renders the facts and relations of an entity; passed in by the window. */
export type Facts = ComponentType<{ entity: EntityId }>;

/** The number of related items. */
export const relatedCount = ({ counts, bible }: { counts: CardCounts; bible: readonly unknown[] }): number =>
  counts.facts + counts.relations + counts.threads + counts.events + counts.proposals + bible.length;

interface RelatedProps {
  card: Card;
  facts: Facts | undefined;
}

export function Related({ card, facts: OfEntity }: RelatedProps) {
  const { t } = useTranslation("lore");
  const { entity, threads, events, bible, counts } = card;
  if (relatedCount(card) === 0 && entity === null) {
    return <EmptyState compact title={t("related.none")} text={t("related.noneText")} className="pt-6" />;
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto px-4 pt-2 pb-6">
      {entity !== null && OfEntity !== undefined && (
        <Section title={t("related.facts")} count={counts.facts + counts.relations}>
          <OfEntity entity={entity} />
        </Section>
      )}
      {threads.length > 0 && (
        <Section title={t("related.threads")} count={threads.length}>
          <Lines
            lines={threads.map(({ id, title, anchors }) => ({
              key: String(id),
              title,
              more: t("related.passages", { n: figure(anchors.length) }),
              onGo: () => showItem("thread", id),
            }))}
          />
        </Section>
      )}
      {events.length > 0 && (
        <Section title={t("related.events")} count={events.length}>
          <Lines
            lines={events.map(({ id, title, time }) => ({
              key: String(id),
              title,
              more: time,
              onGo: () => showItem("event", id),
            }))}
          />
        </Section>
      )}
      {bible.length > 0 && (
        <Section title={t("related.bible")} count={bible.length}>
          <Lines
            lines={bible.map(({ field, line }) => ({
              key: `${field} ${line}`,
              title: line,
              more: "",
              onGo: () => showItem("bible", field),
            }))}
          />
        </Section>
      )}
      {counts.proposals > 0 && (
        <Section title={t("related.proposals")} count={counts.proposals}>
          <Button size="sm" onClick={() => show({ kind: "review" })}>
            {t("related.review")}
          </Button>
        </Section>
      )}
    </div>
  );
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <Disclosure
      heading="h4"
      begins="open"
      title={
        <>
          {title} <span className="font-normal text-faint tabular-nums">{figure(count)}</span>
        </>
      }
    >
      {children}
    </Disclosure>
  );
}

interface LinesProps {
  lines: readonly { key: string; title: string; more: string; onGo: () => void }[];
}

function Lines({ lines }: LinesProps) {
  return (
    <ul className="flex flex-col">
      {lines.map(({ key, title, more, onGo }) => (
        <li key={key}>
          <button
            type="button"
            onClick={onGo}
            className="flex w-full min-w-0 items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-surface-hover focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 flex-1 break-words">{title}</span>
            {more !== "" && <span className="max-w-2/5 shrink-0 truncate text-xs text-faint">{more}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

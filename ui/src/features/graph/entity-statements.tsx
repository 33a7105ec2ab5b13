// The statements about an entity: what holds in the chosen scene, in sections, and collapsed what does not.
import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { openDialog, useDesk } from "@/desk/desk";
import type { EntityCard, EntityId } from "@/ipc/types";
import type { Statement } from "./acts";
import { AsOfField } from "./as-of";
import type { Places } from "./content";
import { orderHint } from "./order-hints";
import { StatementRow } from "./statement-row";
import { useTabState } from "./tab-state";

export interface StatementsOf {
  card: EntityCard;
  places: Places;
}

export function EntityStatements({ card, places }: StatementsOf) {
  const { t } = useTranslation("graph");
  const asOf = useTabState((state) => state.asOf);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { now, otherwise } = useMemo(() => split(card), [card]);
  const [open, setOpen] = useState(false);
  const none = now.every(({ statements }) => statements.length === 0) && otherwise.length === 0;
  return (
    <>
      {none ? (
        <EmptyState
          compact
          title={t("detail.nothing")}
          text={t("detail.nothingText")}
          action={
            writable && (
              <Button
                size="sm"
                onClick={() => openDialog({ name: "edit-fact", fact: null, subject: card.id })}
              >
                {t("tab.newFact")}
              </Button>
            )
          }
        />
      ) : (
        <>
          <div className="border-y border-line px-3 py-1.5">
            <AsOfField
              value={asOf}
              whole={t("detail.end")}
              labelAt="top"
              onChange={(next) => useTabState.setState({ asOf: next })}
            />
          </div>
          {now.map(({ title, statements }) => (
            <Section key={title} title={t(`detail.${title}`)} of={card.id} {...{ statements, places }} />
          ))}
          {otherwise.length > 0 && (
            <section className="px-1 pt-3">
              <button
                type="button"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
                className="flex h-7 items-center gap-1 rounded-md px-1 text-xs text-faint hover:text-ink"
              >
                <ChevronRight
                  size={13}
                  aria-hidden
                  className={cx("transition-transform", open && "rotate-90")}
                />
                {t("detail.notNow", { n: otherwise.length })}
              </button>
              {open && <Statements of={card.id} statements={otherwise} places={places} faded />}
            </section>
          )}
        </>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  of: EntityId;
  statements: readonly Statement[];
  places: Places;
}

function Section({ title, ...rest }: SectionProps) {
  if (rest.statements.length === 0) return null;
  return (
    <section aria-label={title} className="px-1 pt-3">
      <h4 className="px-2 pb-0.5 text-xs font-medium text-faint">{title}</h4>
      <Statements {...rest} />
    </section>
  );
}

export function Statements({
  statements,
  of,
  places,
  faded = false,
}: Omit<SectionProps, "title" | "of"> & { of: EntityId | null; faded?: boolean }) {
  return (
    <ul>
      {statements.map((statement) => (
        <StatementRow
          key={`${statement.of} ${statement.view.id}`}
          {...{ statement, of, places, faded }}
          hint={orderHint(statement, statements, places)}
        />
      ))}
    </ul>
  );
}

const fact = (view: EntityCard["facts"][number]): Statement => ({ of: "fact", view });
const relation = (view: EntityCard["relations"][number]): Statement => ({ of: "relation", view });

/** Splits statements by whether they hold in the chosen scene. */
function split(card: EntityCard) {
  const sections = [
    { title: "facts" as const, statements: card.facts.map(fact) },
    { title: "relations" as const, statements: card.relations.map(relation) },
    { title: "objectOf" as const, statements: card.object_of.map(fact) },
  ];
  return {
    now: sections.map(({ title, statements }) => ({
      title,
      statements: statements.filter(({ view }) => view.holds),
    })),
    otherwise: sections.flatMap(({ statements }) => statements.filter(({ view }) => !view.holds)),
  };
}

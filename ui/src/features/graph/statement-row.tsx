// One fact or relation of an entity: its content, span, modality and evidence.
import { Ellipsis, Quote } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { cx } from "@/components/class-names";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { openDialog, showItem, useDesk } from "@/desk/desk";
import type { EntityId } from "@/ipc/types";
import { endAt, goToEvidence, itemOf, remove, reopenAt, type Statement, statementWords } from "./acts";
import { isSoIn, type Places } from "./content";
import type { OrderHint } from "./order-hints";
import { spanWords } from "./span";

interface StatementRowProps {
  statement: Statement;
  /** The shown entity, whose name is omitted. */
  of: EntityId | null;
  places: Places;
  /** It does not hold in the chosen scene. */
  faded?: boolean;
  /** Why its span may be wrong. */
  hint?: OrderHint | null;
}

/** The number of passages shown initially. */
const INITIAL_PASSAGES = 2;

export function StatementRow({ statement, of, places, faded = false, hint = null }: StatementRowProps) {
  const { t } = useTranslation("graph");
  const [all, setAll] = useState(false);
  const { view } = statement;
  const span = spanWords(t, view);
  const shown = all ? view.evidence : view.evidence.slice(0, INITIAL_PASSAGES);
  const more = view.evidence.length - INITIAL_PASSAGES;
  const confidence = Math.round(view.confidence * 100);
  return (
    <li className="group relative rounded-md px-2 py-1 hover:bg-surface-hover">
      <div className={cx("flex min-w-0 flex-wrap items-baseline gap-x-2 pr-6", faded && "text-subtle")}>
        <Said statement={statement} of={of} />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-faint">
        {span !== "" && <span className="min-w-0 break-words">{span}</span>}
        {view.modality !== "narrated" && <Badge tone="warning">{t(`modality.${view.modality}`)}</Badge>}
        {confidence < 100 && <span>{t("detail.confidence", { n: confidence })}</span>}
      </div>
      {hint !== null && (
        <p className="text-xs break-words text-warning">
          {t(`detail.order.${hint}`, { predicate: "predicate" in view ? view.predicate : "" })}
        </p>
      )}
      {shown.map((proof) => (
        <button
          key={`${proof.scene} ${proof.version} ${proof.range.start} ${proof.range.end}`}
          type="button"
          onClick={() => void goToEvidence(proof)}
          aria-label={t("detail.evidence", { quote: proof.quote })}
          title={proof.quote}
          className="mt-0.5 flex w-full min-w-0 items-baseline gap-1.5 rounded-sm text-left text-xs text-subtle hover:text-accent"
        >
          <Quote size={11} strokeWidth={1.75} aria-hidden className="shrink-0 translate-y-px text-faint" />
          <span className="truncate">{proof.quote}</span>
        </button>
      ))}
      {more > 0 && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mt-0.5 rounded-sm pl-4.5 text-xs text-faint hover:text-accent"
        >
          {all ? t("detail.lessEvidence") : t("detail.moreEvidence", { n: more })}
        </button>
      )}
      <Acts statement={statement} places={places} />
    </li>
  );
}

function Said({ statement, of }: { statement: Statement; of: EntityId | null }) {
  const { t } = useTranslation("graph");
  if (statement.of === "fact") {
    const { view } = statement;
    const other = "entity" in view.object ? view.object.entity : null;
    return (
      <>
        {view.subject !== of && <EntityLink id={view.subject} name={view.subject_name} />}
        <Label>{view.predicate}</Label>
        {other !== null && other !== of ? (
          <EntityLink id={other} name={view.object_name} />
        ) : (
          <span className="min-w-0 break-words">{view.object_name}</span>
        )}
      </>
    );
  }
  const { view } = statement;
  // A relation to the shown entity names only the other one: 师父 老何; one from it: …的徒弟 小满.
  if (view.to === of) {
    return (
      <>
        <Label>{view.kind}</Label>
        <EntityLink id={view.from} name={view.from_name} />
      </>
    );
  }
  if (view.from === of) {
    return (
      <>
        <Label>{t("detail.of", { kind: view.kind })}</Label>
        <EntityLink id={view.to} name={view.to_name} />
      </>
    );
  }
  return (
    <>
      <EntityLink id={view.from} name={view.from_name} />
      <Label>→</Label>
      <EntityLink id={view.to} name={view.to_name} />
      <Label>{view.kind}</Label>
    </>
  );
}

function Label({ children }: { children: ReactNode }) {
  return <span className="max-w-full shrink-0 truncate text-xs text-faint">{children}</span>;
}

/** The name of an entity as a link. */
export function EntityLink({ id, name }: { id: EntityId; name: string }) {
  return (
    <button
      type="button"
      onClick={() => showItem("entity", id)}
      className="min-w-0 rounded-sm text-left break-words decoration-line-strong underline-offset-3 hover:text-accent hover:underline"
    >
      {name}
    </button>
  );
}

function Acts({ statement, places }: { statement: Statement; places: Places }) {
  const { t } = useTranslation("graph");
  const scene = useDesk((state) => state.scene);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { view } = statement;
  const rank = scene === null ? undefined : places.get(scene)?.rank;
  const span = { valid_from: view.valid_from?.scene ?? null, valid_to: view.valid_to?.scene ?? null };
  // Only a statement that holds just before the open scene can end there.
  const ends = rank !== undefined && rank > 0 && isSoIn(span, rank - 1, places) && isSoIn(span, rank, places);
  const until = span.valid_to === null ? undefined : places.get(span.valid_to)?.rank;
  const reopens = rank !== undefined && until !== undefined && rank >= until;
  const name = statementWords(statement);
  const acts: MenuEntry[] = [
    {
      id: "edit",
      label: t("tab.edit"),
      disabled: !writable,
      onSelect: () =>
        statement.of === "fact"
          ? openDialog({ name: "edit-fact", fact: statement.view.id, subject: statement.view.subject })
          : openDialog({ name: "edit-relation", relation: statement.view.id, from: statement.view.from }),
    },
    {
      id: "end",
      label: t("detail.endHere"),
      disabled: !writable || !ends,
      onSelect: () => scene !== null && void endAt(statement, scene),
    },
    {
      id: "reopen",
      label: t("detail.reopenHere"),
      disabled: !writable || !reopens,
      onSelect: () => scene !== null && void reopenAt(statement, scene),
    },
    { kind: "separator", id: "one" },
    {
      id: "remove",
      label: t("tab.remove"),
      danger: true,
      disabled: !writable,
      onSelect: () => void remove(itemOf(statement), name),
    },
  ];
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          icon={Ellipsis}
          size="sm"
          label={t("detail.actsOf", { name })}
          tooltipSide="left"
          className="absolute top-0.5 right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100"
        />
      }
      items={acts}
    />
  );
}

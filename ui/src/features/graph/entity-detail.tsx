// One entity with all that is known of it: what is so in the scene that is looked at, and folded what is not.
import {
  ArrowLeft,
  BookMarked,
  ChevronRight,
  Ellipsis,
  PencilLine,
  Plus,
  Unlink,
  Waypoints,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { Segmented } from "@/components/segmented";
import { openDialog, show, showItem, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { EntityCard, EntityId } from "@/ipc/types";
import { remove, type Statement } from "./acts";
import type { Places } from "./content";
import { KindMark } from "./kind-mark";
import { StatementRow } from "./statement-row";
import { useTabState } from "./tab-state";

interface EntityDetailProps {
  entity: EntityId;
  places: Places;
  /** Whether what had the focus goes away. */
  takesFocus: () => boolean;
  onBack: () => void;
}

export function EntityDetail({ entity, places, takesFocus, onBack }: EntityDetailProps) {
  const { t } = useTranslation("graph");
  const scene = useDesk((state) => state.scene);
  const asOf = useTabState((state) => state.asOf);
  const at = asOf === "scene" && scene !== null && places.has(scene) ? scene : null;
  const { data, error, refetch } = useAnswer("kg.entity", { entity, at });
  const root = useRef<HTMLDivElement>(null);
  const first = useRef(takesFocus);
  useEffect(() => {
    if (first.current()) root.current?.focus();
  }, []);
  // What was shown stands until the next answer is there.
  const last = useRef<EntityCard | undefined>(undefined);
  if (data !== undefined) last.current = data;
  const card = data ?? (last.current?.id === entity ? last.current : undefined);

  const onKeyDown = (event: KeyboardEvent) => {
    const inside = event.currentTarget.contains(event.target as Node);
    const goesBack = event.key === "Escape" || (event.altKey && event.key === "ArrowLeft");
    if (!inside || !goesBack || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onBack();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that go back from anywhere in it
    <div
      ref={root}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex h-full min-h-0 flex-col outline-hidden"
    >
      <div className="flex shrink-0 items-center gap-1 border-b border-line px-1.5 py-1">
        <IconButton icon={ArrowLeft} label={t("detail.back")} shortcut="Alt+Left" onClick={onBack} />
        <span className="min-w-0 flex-1" />
        {card !== undefined && <HeadActs card={card} onGone={onBack} />}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error !== null && error.code === "not_found" ? (
          <EmptyState compact icon={Unlink} title={t("detail.missing")} text={t("detail.missingText")} />
        ) : error !== null ? (
          <div className="p-3">
            <FailureState failure={error} onRetry={() => void refetch()} />
          </div>
        ) : card === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <Card key={card.id} card={card} places={places} hasScene={scene !== null && places.has(scene)} />
        )}
      </div>
    </div>
  );
}

function HeadActs({ card, onGone }: { card: EntityCard; onGone: () => void }) {
  const { t } = useTranslation("graph");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const newFact = () => openDialog({ name: "edit-fact", fact: null, subject: card.id });
  const newRelation = () => openDialog({ name: "edit-relation", relation: null, from: card.id });
  const edit = () => openDialog({ name: "edit-entity", entity: card.id });
  const items: MenuEntry[] = [
    { id: "edit", label: t("tab.edit"), disabled: !writable, onSelect: edit },
    { id: "around", label: t("tab.around"), onSelect: () => show({ kind: "graph", entity: card.id }) },
    { kind: "separator", id: "one" },
    {
      id: "remove",
      label: t("tab.remove"),
      danger: true,
      disabled: !writable,
      onSelect: () => {
        void remove({ entity: card.id }, card.name).then((gone) => gone && onGone());
      },
    },
  ];
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Plus} label={t("tab.new")} disabled={!writable} />}
        items={[
          { id: "fact", label: t("tab.newFact"), onSelect: newFact },
          { id: "relation", label: t("tab.newRelation"), onSelect: newRelation },
        ]}
      />
      <IconButton icon={PencilLine} label={t("edit.entity")} disabled={!writable} onClick={edit} />
      <IconButton
        icon={Waypoints}
        label={t("tab.around")}
        onClick={() => show({ kind: "graph", entity: card.id })}
      />
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t("detail.more")} />} items={items} />
    </>
  );
}

interface CardProps {
  card: EntityCard;
  places: Places;
  hasScene: boolean;
}

function Card({ card, places, hasScene }: CardProps) {
  const { t } = useTranslation("graph");
  const asOf = useTabState((state) => state.asOf);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { now, otherwise } = useMemo(() => split(card), [card]);
  const [open, setOpen] = useState(false);
  const none = now.every(({ statements }) => statements.length === 0) && otherwise.length === 0;
  return (
    <article aria-label={card.name} className="flex flex-col pb-6">
      <header className="flex flex-col gap-1.5 px-3 pt-3 pb-2">
        <h3 className="flex items-baseline gap-2 text-lg leading-snug font-semibold">
          <span className="mt-1.5 shrink-0 self-start">
            <KindMark kind={card.kind} />
          </span>
          <span className="min-w-0 break-words">{card.name}</span>
          <span className="shrink-0 text-xs font-normal text-faint">{t(`kinds.${card.kind}`)}</span>
        </h3>
        {card.aliases.length > 0 && (
          <ul aria-label={t("detail.aliases")} className="flex flex-wrap gap-1">
            {card.aliases.map((alias) => (
              <li
                key={alias}
                className="max-w-full truncate rounded-md bg-surface-sunken px-2 text-xs leading-5 text-subtle"
              >
                {alias}
              </li>
            ))}
          </ul>
        )}
        {card.description !== "" && (
          <p className="text-sm break-words whitespace-pre-wrap text-subtle">{card.description}</p>
        )}
        {card.lore_entry !== null && <LoreLink entry={card.lore_entry} />}
      </header>
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
          <div className="flex items-center gap-2 border-y border-line px-3 py-1.5">
            <span aria-hidden className="text-xs text-faint">
              {t("detail.asOf")}
            </span>
            <Segmented<"end" | "scene">
              label={t("detail.asOf")}
              hideLabel
              value={hasScene ? asOf : "end"}
              onChange={(next) => useTabState.setState({ asOf: next })}
              options={[
                { value: "end", label: t("detail.end") },
                { value: "scene", label: t("detail.here"), disabled: !hasScene },
              ]}
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
    </article>
  );
}

function LoreLink({ entry }: { entry: number }) {
  const { t } = useTranslation("graph");
  const { data } = useAnswer("lore.list", {});
  const title = data?.entries.find(({ id }) => id === entry)?.title;
  return (
    <button
      type="button"
      onClick={() => showItem("lore", entry)}
      className="flex max-w-full items-center gap-1.5 self-start rounded-sm text-xs text-subtle hover:text-accent"
    >
      <BookMarked size={13} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="truncate">
        {title === undefined ? t("detail.loreGone") : t("detail.lore", { title })}
      </span>
    </button>
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
        <StatementRow key={`${statement.of} ${statement.view.id}`} {...{ statement, of, places, faded }} />
      ))}
    </ul>
  );
}

const fact = (view: EntityCard["facts"][number]): Statement => ({ of: "fact", view });
const relation = (view: EntityCard["relations"][number]): Statement => ({ of: "relation", view });

/** What is so in the scene that is looked at, in sections; and what is not. */
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

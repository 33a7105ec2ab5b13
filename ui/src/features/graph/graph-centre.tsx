// The graph in the centre of the window: whole, or around one entity, as of a scene or any time.
import { ArrowLeft, ListFilter, Plus, Waypoints } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Popover } from "@/components/popover";
import { Segmented } from "@/components/segmented";
import { Switch } from "@/components/switch";
import { useLeaving } from "@/components/use-leaving";
import { desk, openDialog, show, showItem, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { EntityId, EntityView, OutlineView } from "@/ipc/types";
import { type AsOf, AsOfField, useAsOf } from "./as-of";
import { awaitsSecondEnd, openConnection } from "./connection";
import { contentOf, placesOf, type ScenePlace, statementOf } from "./content";
import { GraphPanel } from "./graph-panel";
import { KindMark } from "./kind-mark";
import { KINDS } from "./kinds";
import { chapterWords } from "./span";
import { useTabState } from "./tab-state";
import { useShownChains } from "./use-connection";
import type { EntityKind, GraphContent } from "./view-model";

const NO_ENTITIES: readonly EntityView[] = [];
const NO_BOOK: OutlineView = { volumes: [] };

interface Seen {
  asOf: AsOf;
  hops: "1" | "2";
  hidden: ReadonlySet<EntityKind>;
  narrated: boolean;
}

export function GraphCentre({ entity }: { entity: EntityId | null }) {
  const { t } = useTranslation("graph");
  const chosen = useDesk((state) => state.shown.entity);
  const [seen, setSeen] = useState<Seen>({ asOf: "end", hops: "2", hidden: new Set(), narrated: false });
  const entities = useAnswer("kg.entities", {});
  const outline = useAnswer("manuscript.outline", {});
  const places = placesOf(outline.data ?? NO_BOOK);
  const at = useAsOf(seen.asOf);
  const whole = useAnswer("kg.graph", entity === null ? {} : null);
  const around = useAnswer(
    "kg.neighbours",
    entity === null ? null : { entity, hops: Number(seen.hops), at, narrated_only: seen.narrated },
  );
  const answer = entity === null ? whole : around;
  const word = useCallback(
    (place: ScenePlace | undefined) => chapterWords(t, place?.title ?? "", place?.chapter ?? null),
    [t],
  );
  const graphContent = useMemo(() => {
    if (answer.data === undefined) return undefined;
    const kinds = seen.hidden.size === 0 ? null : new Set(KINDS.filter((kind) => !seen.hidden.has(kind)));
    const filters = { kinds, narrated: seen.narrated, at };
    return contentOf(answer.data, entities.data?.entities ?? NO_ENTITIES, filters, places, word);
  }, [answer.data, entities.data, seen.hidden, seen.narrated, at, places, word]);
  // The previous graph stays visible until the next answer.
  const last = useRef<{ content: GraphContent; entity: EntityId | null } | null>(null);
  if (graphContent !== undefined) last.current = { content: graphContent, entity };
  const drawn = last.current;
  const isGone = entity !== null && around.error?.code === "not_found";
  const failure = answer.error ?? entities.error ?? outline.error;
  const again = () => {
    for (const asked of [answer, entities, outline]) void asked.refetch();
  };
  const back = () => show({ kind: "writing" });
  const leaving = useLeaving(() => (entity === null ? back() : show({ kind: "graph", entity: null })));

  return (
    <section
      {...leaving}
      aria-label={t("tab.title")}
      className="flex h-full min-h-0 flex-col bg-page outline-hidden"
    >
      {isGone ? (
        <EmptyState
          icon={Waypoints}
          title={t("detail.missing")}
          text={t("detail.missingText")}
          action={
            <Button size="sm" onClick={() => show({ kind: "graph", entity: null })}>
              {t("graph.all")}
            </Button>
          }
        />
      ) : failure !== null ? (
        <>
          <Bar onBack={back} />
          <div className="p-6">
            <FailureState failure={failure} onRetry={again} />
          </div>
        </>
      ) : drawn === null ? (
        <>
          <Bar onBack={back} />
          <LoadingState kind="ring" label={t("centre.loading")} />
        </>
      ) : answer.data?.nodes.length === 0 ? (
        <>
          <Bar onBack={back} />
          <Beginning />
        </>
      ) : (
        <Panel
          {...{ seen, setSeen }}
          {...drawn}
          selected={chosen === null ? null : String(chosen)}
          onBack={back}
        />
      )}
    </section>
  );
}

function Bar({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation("graph");
  return (
    <div className="flex h-10 shrink-0 items-center border-b border-line bg-surface px-2">
      <IconButton icon={ArrowLeft} label={t("centre.back")} onClick={onBack} />
    </div>
  );
}

/** How to begin a graph. */
function Beginning() {
  const { t } = useTranslation("graph");
  const writable = useDesk((state) => state.project?.writable ?? false);
  return (
    <EmptyState
      icon={Waypoints}
      title={t("empty.title")}
      text={t("empty.begin")}
      action={
        <>
          <Button
            size="sm"
            disabled={!writable}
            onClick={() => openDialog({ name: "edit-entity", entity: null })}
          >
            {t("tab.newEntity")}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => show({ kind: "review" })}>
            {t("tab.review")}
          </Button>
        </>
      }
    />
  );
}

interface PanelProps {
  content: GraphContent;
  entity: EntityId | null;
  selected: string | null;
  seen: Seen;
  setSeen: (seen: Seen) => void;
  onBack: () => void;
}

function Panel({ content, entity, selected, seen, setSeen, onBack }: PanelProps) {
  const { t } = useTranslation("graph");
  const focus = entity === null ? null : String(entity);
  const ofStatement = useMemo(
    () => new Map([...content.edges, ...content.facts].map(({ id, from }) => [id, Number(from)])),
    [content],
  );
  const entities = useAnswer("kg.entities", {}).data?.entities ?? NO_ENTITIES;
  const chains = useShownChains(entities);
  const openStatement = (id: string) => {
    const statement = statementOf(id);
    const about = ofStatement.get(id);
    if (about === undefined) return;
    if ("fact" in statement) openDialog({ name: "edit-fact", fact: statement.fact, subject: about });
    else openDialog({ name: "edit-relation", relation: statement.relation, from: about });
  };
  const nameOf = (id: string) => content.nodes.find((node) => node.id === id)?.name ?? "";
  const onSelect = (id: string | null) => {
    if (id !== null && awaitsSecondEnd()) {
      const { ends } = useTabState.getState();
      useTabState.setState({ ends: { ...ends, to: nameOf(id) } });
      showItem("entity", null);
    } else if (id !== null) showItem("entity", Number(id));
    else if (desk().shown.entity !== null) showItem("entity", null);
  };
  return (
    <GraphPanel
      {...content}
      className="flex-1"
      selected={selected}
      focus={focus}
      chains={chains}
      onSelect={onSelect}
      onOpen={(id) => showItem("entity", Number(id))}
      onOpenStatement={openStatement}
      onConnect={(id) => openConnection(nameOf(id))}
      onFocus={(id) => show({ kind: "graph", entity: id === null ? null : Number(id) })}
      before={<IconButton icon={ArrowLeft} label={t("centre.back")} onClick={onBack} />}
      empty={
        <EmptyState
          icon={Waypoints}
          title={t("empty.none")}
          text={t("empty.noneText")}
          action={
            <Button
              size="sm"
              onClick={() => setSeen({ ...seen, asOf: "end", hidden: new Set(), narrated: false })}
            >
              {t("empty.reset")}
            </Button>
          }
        />
      }
      actions={
        <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1">
          {entity !== null && (
            <Segmented<"1" | "2">
              label={t("centre.hops")}
              hideLabel
              value={seen.hops}
              onChange={(hops) => setSeen({ ...seen, hops })}
              options={[
                { value: "1", label: t("centre.hop1") },
                { value: "2", label: t("centre.hop2") },
              ]}
            />
          )}
          <AsOfField
            value={seen.asOf}
            whole={t("centre.any")}
            labelAt="side"
            onChange={(asOf) => setSeen({ ...seen, asOf })}
          />
          <Filters seen={seen} setSeen={setSeen} />
          <NewEntity />
        </div>
      }
    />
  );
}

function NewEntity() {
  const { t } = useTranslation("graph");
  const writable = useDesk((state) => state.project?.writable ?? false);
  return (
    <IconButton
      icon={Plus}
      label={t("edit.newEntity")}
      disabled={!writable}
      onClick={() => openDialog({ name: "edit-entity", entity: null })}
    />
  );
}

function Filters({ seen, setSeen }: Pick<PanelProps, "seen" | "setSeen">) {
  const { t } = useTranslation("graph");
  const n = seen.hidden.size + Number(seen.narrated);
  const toggle = (kind: EntityKind, isShown: boolean) => {
    const hidden = new Set(seen.hidden);
    if (isShown) hidden.delete(kind);
    else hidden.add(kind);
    setSeen({ ...seen, hidden });
  };
  return (
    <Popover
      align="end"
      className="w-56"
      title={t("centre.kinds")}
      trigger={
        <Button size="sm" variant="ghost" icon={ListFilter}>
          {n === 0 ? t("centre.filters") : t("centre.filtersOn", { n })}
        </Button>
      }
    >
      <div className="flex flex-col">
        {KINDS.map((kind) => (
          <div key={kind} className="flex items-center justify-between gap-2">
            <Checkbox
              label={t(`kinds.${kind}`)}
              checked={!seen.hidden.has(kind)}
              onChange={(isShown) => toggle(kind, isShown)}
            />
            <KindMark kind={kind} size={11} />
          </div>
        ))}
      </div>
      <Switch
        label={t("centre.narrated")}
        description={t("centre.narratedText")}
        checked={seen.narrated}
        onChange={(narrated) => setSeen({ ...seen, narrated })}
        className="border-t border-line pt-2"
      />
    </Popover>
  );
}

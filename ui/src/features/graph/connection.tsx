// How two entities are connected: the shortest chains of statements between them, each step with its evidence.
import { Route } from "lucide-react";
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { Switch } from "@/components/switch";
import { showItem } from "@/desk/desk";
import type { ChainStep, ChainView, ConnectionView, EntityView } from "@/ipc/types";
import type { Statement } from "./acts";
import { AsOfField } from "./as-of";
import type { Places, ScenePlace } from "./content";
import { Statements } from "./entity-statements";
import { EntityField } from "./fields";
import { KindMark } from "./kind-mark";
import { chapterWords } from "./span";
import { EntityLink } from "./statement-row";
import { useTabState } from "./tab-state";
import { useConnection } from "./use-connection";

/** Shows the tab's view of connections; with an entity, beginning there. */
export function openConnection(from?: string): void {
  useTabState.setState({
    view: "connection",
    takesFocus: true,
    ...(from !== undefined && { ends: { from, to: "" } }),
  });
  showItem("entity", null);
}

/** Gives the keyboard to the first empty field when the author asked for the view. */
function useFocus(): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  const takesFocus = useTabState((state) => state.takesFocus);
  useEffect(() => {
    if (!takesFocus) return;
    useTabState.setState({ takesFocus: false });
    const fields = [...(section.current?.querySelectorAll("input") ?? [])];
    (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }, [takesFocus]);
  return section;
}

/** Whether the view waits for its second entity, which can then be chosen in the graph. */
export function awaitsSecondEnd(): boolean {
  const { view, ends } = useTabState.getState();
  return view === "connection" && ends.from.trim() !== "" && ends.to.trim() === "";
}

interface ConnectionProps {
  entities: readonly EntityView[];
  places: Places;
}

export function Connection({ entities, places }: ConnectionProps) {
  const { t } = useTranslation("graph");
  const section = useFocus();
  const { ends, asOf, narrated } = useTabState();
  const { from, to, isSame, isAsked, at, answer: asked } = useConnection(entities);
  const { data, error, refetch } = asked;
  const unknown = (name: string, found: EntityView | undefined) =>
    name.trim() !== "" && found === undefined ? t("connection.unknown") : undefined;
  const answer = (): ReactNode => {
    if (!isAsked)
      return (
        <EmptyState compact icon={Route} title={t("connection.begin")} text={t("connection.beginText")} />
      );
    if (error !== null) {
      return (
        <div className="p-3">
          <FailureState failure={error} onRetry={() => void refetch()} />
        </div>
      );
    }
    if (data === undefined) return <LoadingState rows={6} />;
    return data.chains.length === 0 ? (
      <Apart found={data} when={at === null ? null : (places.get(at) ?? null)} />
    ) : (
      <Chains found={data} places={places} />
    );
  };
  return (
    <section ref={section} aria-label={t("tab.connection")} className="min-h-0 flex-1 overflow-y-auto pb-6">
      <div className="flex flex-col gap-2.5 border-b border-line px-3 pt-2 pb-2.5">
        <EntityField
          label={t("connection.from")}
          value={ends.from}
          onChange={(name) => useTabState.setState({ ends: { ...ends, from: name } })}
          entities={entities}
          makes={false}
          error={unknown(ends.from, from)}
        />
        <EntityField
          label={t("connection.to")}
          value={ends.to}
          onChange={(name) => useTabState.setState({ ends: { ...ends, to: name } })}
          entities={entities}
          makes={false}
          error={isSame ? t("edit.same") : unknown(ends.to, to)}
        />
        <AsOfField
          value={asOf}
          whole={t("centre.any")}
          labelAt="top"
          onChange={(next) => useTabState.setState({ asOf: next })}
        />
        <Switch
          label={t("centre.narrated")}
          checked={narrated}
          onChange={(next) => useTabState.setState({ narrated: next })}
        />
      </div>
      {answer()}
    </section>
  );
}

interface ApartProps {
  found: ConnectionView;
  /** The scene as of which it holds; null: at any time. */
  when: ScenePlace | null;
}

/** No chain was found. */
function Apart({ found, when }: ApartProps) {
  const { t } = useTranslation("graph");
  const { asOf, narrated } = useTabState();
  const title = () => {
    if (when === null) return t("connection.noneEver");
    const chapter = chapterWords(t, when.title, when.chapter);
    return t(asOf === "scene" ? "connection.noneHere" : "connection.noneAt", { chapter });
  };
  const reach = ({ name }: EntityView, n: number) => t("connection.reach", { name, n });
  return (
    <EmptyState
      compact
      icon={Route}
      title={title()}
      text={
        <>
          {narrated && <p>{t("connection.narratedOnly")}</p>}
          <p>{reach(found.from, found.from_reaches)}</p>
          <p>{reach(found.to, found.to_reaches)}</p>
        </>
      }
      action={
        (when !== null || narrated) && (
          <Button size="sm" onClick={() => useTabState.setState({ asOf: "end", narrated: false })}>
            {t("connection.widen")}
          </Button>
        )
      }
    />
  );
}

function Chains({ found, places }: { found: ConnectionView; places: Places }) {
  const { t } = useTranslation("graph");
  const { chains } = found;
  return (
    <>
      <p role="status" className="px-3 pt-2 text-xs text-faint">
        {t(found.has_more ? "connection.firstFound" : "connection.found", {
          n: chains.length,
          steps: chains[0]?.steps.length ?? 0,
        })}
      </p>
      <ol>
        {chains.map((chain) => (
          <li key={chain.nodes.map(({ id }) => id).join(" ")} className="px-1 pt-3">
            <Names chain={chain} />
            <Statements of={null} statements={chain.steps.flatMap(statementsOf)} places={places} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The entities of a chain in order. */
function Names({ chain }: { chain: ChainView }) {
  return (
    <h3 className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 px-2 pb-0.5 font-medium">
      {chain.nodes.map(({ id, name, kind }, at) => (
        <Fragment key={id}>
          {at > 0 && (
            <span aria-hidden className="text-faint">
              –
            </span>
          )}
          <span className="flex min-w-0 items-center gap-1.5">
            <KindMark kind={kind} size={10} />
            <EntityLink id={id} name={name} />
          </span>
        </Fragment>
      ))}
    </h3>
  );
}

function statementsOf({ relations, facts }: ChainStep): Statement[] {
  return [
    ...relations.map((view): Statement => ({ of: "relation", view })),
    ...facts.map((view): Statement => ({ of: "fact", view })),
  ];
}

// The steps of a workflow as a graph with their dependencies, and with their state in a given run.

import { ArrowLeft, CircleHelp, GitFork, Hand, Repeat, Workflow as SubWorkflow } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { localized } from "@/components/localized";
import { useLeaving } from "@/components/use-leaving";
import { show } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { NodeStatus, RunId, WorkflowView } from "@/ipc/types";
import { type Line, layout, type Placed } from "./layers";
import { StatusSign } from "./status-sign";

const WIDTH = 196;
const HEIGHT = 64;
const GAP = 28;
const DROP = 52;
const EDGE = 24;

type WorkflowNode = WorkflowView["nodes"][number];

const leftOf = ({ column }: Placed) => EDGE + column * (WIDTH + GAP);
const topOf = ({ layer }: Placed) => EDGE + layer * (HEIGHT + DROP);

export function WorkflowCentre({ workflow, run }: { workflow: string; run: RunId | undefined }) {
  const { t, i18n } = useTranslation("workflows");
  const list = useAnswer("workflow.list", {});
  const view = useAnswer("workflow.show", run === undefined ? null : { run });
  const shown = list.data?.workflows.find(({ id }) => id === workflow);
  const states = new Map(view.data?.nodes.map(({ node, status }) => [node, status]));
  const name = shown === undefined ? workflow : localized(shown.title, i18n.language);
  const back = () => show({ kind: "writing" });
  return (
    <section
      {...useLeaving(back)}
      aria-label={t("graph.title", { name })}
      className="flex h-full min-h-0 flex-col bg-page outline-hidden"
    >
      <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-surface px-2">
        <IconButton icon={ArrowLeft} label={t("graph.back")} shortcut="Escape" onClick={back} />
        <h2 className="min-w-0 truncate text-sm font-medium">{name}</h2>
        {shown !== undefined && (
          <span className="shrink-0 text-xs text-faint tabular-nums">
            {t("graph.version", { n: shown.version })}
          </span>
        )}
      </header>
      {list.error !== null && list.data === undefined ? (
        <div className="mx-auto max-w-140 p-8">
          <FailureState failure={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : list.data === undefined ? (
        <LoadingState rows={8} className="mx-auto w-140 p-10" />
      ) : shown === undefined ? (
        <EmptyState icon={CircleHelp} title={t("graph.missing")} />
      ) : (
        <Graph key={workflow} workflow={shown} states={states} />
      )}
    </section>
  );
}

interface GraphProps {
  workflow: WorkflowView;
  states: ReadonlyMap<string, NodeStatus>;
}

function Graph({ workflow, states }: GraphProps) {
  const { t, i18n } = useTranslation("workflows");
  const { nodes } = workflow;
  const { placed, lines, layers, columns } = useMemo(() => layout(nodes), [nodes]);
  const [current, setCurrent] = useState(placed[0]?.id ?? "");
  const board = useRef<HTMLOListElement>(null);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const titleOf = (id: string) => {
    const node = byId.get(id);
    return (node && localized(node.title, i18n.language)) || id;
  };
  const width = EDGE * 2 + columns * WIDTH + (columns - 1) * GAP;
  const height = EDGE * 2 + layers * HEIGHT + (layers - 1) * DROP;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbour(placed, current, event.key);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    board.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(next)}"]`)?.focus();
  };
  const shown = byId.get(current);
  return (
    <div className="flex min-h-0 flex-1">
      <div className="min-w-0 flex-1 overflow-auto">
        <div className="relative mx-auto" style={{ width, height }}>
          <svg aria-hidden width={width} height={height} className="absolute inset-0 text-line-strong">
            <title>{t("graph.title", { name: titleOf(workflow.id) })}</title>
            {lines.map((line) => (
              <Edge key={`${line.from.id} ${line.to.id}`} line={line} />
            ))}
          </svg>
          <ol ref={board} aria-label={t("steps")} onKeyDown={onKeyDown}>
            {placed.map((place) => {
              const node = byId.get(place.id);
              if (node === undefined) return null;
              return (
                <li
                  key={place.id}
                  className="absolute"
                  style={{ left: leftOf(place), top: topOf(place), width: WIDTH, height: HEIGHT }}
                >
                  <GraphNode
                    node={node}
                    title={titleOf(place.id)}
                    waits={node.depends_on.map(titleOf)}
                    status={states.get(place.id)}
                    isCurrent={place.id === current}
                    onCurrent={() => setCurrent(place.id)}
                  />
                </li>
              );
            })}
          </ol>
        </div>
      </div>
      <aside
        aria-label={t("graph.about")}
        className="flex w-72 shrink-0 flex-col gap-3 overflow-y-auto border-l border-line bg-surface p-4"
      >
        <p className="text-sm break-words text-subtle">{localized(workflow.description, i18n.language)}</p>
        {shown !== undefined && (
          <About node={shown} title={titleOf(shown.id)} waits={shown.depends_on.map(titleOf)} />
        )}
      </aside>
    </div>
  );
}

/** The step reached by an arrow key; null for another key, or if there is none. */
export function neighbour(placed: readonly Placed[], current: string, key: string): string | null {
  const from = placed.find(({ id }) => id === current);
  if (from === undefined) return null;
  const nearest = (others: readonly Placed[]) =>
    others.toSorted((a, b) => Math.abs(a.column - from.column) - Math.abs(b.column - from.column))[0]?.id ??
    null;
  const beside = placed.filter(({ layer }) => layer === from.layer);
  switch (key) {
    case "ArrowDown":
      return nearest(placed.filter(({ layer }) => layer === from.layer + 1));
    case "ArrowUp":
      return nearest(placed.filter(({ layer }) => layer === from.layer - 1));
    case "ArrowRight":
      return nearest(beside.filter(({ column }) => column > from.column));
    case "ArrowLeft":
      return nearest(beside.filter(({ column }) => column < from.column));
    default:
      return null;
  }
}

/** A line from the bottom of a step to the top of another, straight through the layers between. */
function Edge({ line: { from, to, through } }: { line: Line }) {
  const middle = (place: Placed) => leftOf(place) + WIDTH / 2;
  const stops = [
    { x: middle(from), top: topOf(from), bottom: topOf(from) + HEIGHT },
    ...through.map((place) => ({ x: middle(place), top: topOf(place), bottom: topOf(place) + HEIGHT })),
    { x: middle(to), top: topOf(to) - 5, bottom: topOf(to) },
  ];
  const parts = stops.slice(1).map(({ x, top, bottom }, at) => {
    const before = stops[at] ?? { x, bottom: top };
    const bend = (top - before.bottom) / 2;
    const curve = `C${before.x} ${before.bottom + bend} ${x} ${top - bend} ${x} ${top}`;
    return at === stops.length - 2 ? curve : `${curve}V${bottom}`;
  });
  const end = middle(to);
  const head = topOf(to);
  return (
    <g fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d={`M${middle(from)} ${topOf(from) + HEIGHT}${parts.join("")}`} />
      <path d={`M${end - 4} ${head - 6}L${end} ${head - 1}L${end + 4} ${head - 6}`} strokeLinejoin="round" />
    </g>
  );
}

interface GraphNodeProps {
  node: WorkflowNode;
  title: string;
  waits: readonly string[];
  status: NodeStatus | undefined;
  isCurrent: boolean;
  onCurrent: () => void;
}

function GraphNode({ node, title, waits, status, isCurrent, onCurrent }: GraphNodeProps) {
  const { t } = useTranslation("workflows");
  const spoken = [
    status === undefined ? "" : t(`node.${status}`),
    waits.length === 0 ? t("graph.first") : t("graph.waits", { steps: waits.join(t("comma")) }),
  ];
  return (
    <button
      type="button"
      data-node={node.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent || undefined}
      onClick={onCurrent}
      onFocus={onCurrent}
      className={`flex size-full flex-col justify-center gap-1 rounded-lg border px-3 text-left shadow-1 transition-colors ${
        isCurrent ? "border-accent bg-accent-soft" : "border-line bg-surface-raised hover:bg-surface-hover"
      }`}
    >
      <span className="flex min-w-0 items-center gap-1.5">
        {status !== undefined && <StatusSign status={status} />}
        <span className="line-clamp-2 min-w-0 text-sm leading-4.5 font-medium break-words">{title}</span>
      </span>
      <span className="flex min-w-0 items-center gap-1.5 text-xs text-faint">
        <span className="min-w-0 truncate font-mono">{node.workflow ?? node.handler ?? node.id}</span>
        <Signs node={node} />
      </span>
      <span className="sr-only">{spoken.filter(Boolean).join(t("comma"))}</span>
    </button>
  );
}

function Signs({ node }: { node: WorkflowNode }) {
  const signs = [
    node.conditional && CircleHelp,
    node.fans_out && GitFork,
    node.at_most !== null && Repeat,
    node.confirms && Hand,
    node.workflow != null && SubWorkflow,
  ];
  return signs.map((Sign, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
    Sign === false ? null : <Sign key={at} size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />,
  );
}

function About({ node, title, waits }: { node: WorkflowNode; title: string; waits: readonly string[] }) {
  const { t } = useTranslation("workflows");
  const traits = [
    node.conditional && t("graph.conditional"),
    node.fans_out && t("graph.fansOut"),
    node.at_most !== null && t("graph.repeats", { most: figure(node.at_most) }),
    node.confirms && t("graph.confirms"),
  ].filter((trait) => trait !== false);
  const facts: [string, string][] = [
    [t("graph.id"), node.id],
    node.workflow != null ? [t("graph.workflow"), node.workflow] : [t("graph.handler"), node.handler ?? ""],
  ];
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-medium break-words">{title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-subtle">{name}</dt>
            <dd className="font-mono text-xs leading-5 break-all select-text">{value}</dd>
          </div>
        ))}
        <dt className="text-subtle">{t("graph.after")}</dt>
        <dd className="break-words">{waits.length === 0 ? t("graph.nothing") : waits.join(t("comma"))}</dd>
      </dl>
      {traits.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {traits.map((trait) => (
            <Badge key={trait}>{trait}</Badge>
          ))}
        </p>
      )}
    </section>
  );
}

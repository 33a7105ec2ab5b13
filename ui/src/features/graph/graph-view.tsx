// The graph: entities and their ties on a canvas. The table contains everything it shows, and more.
import { Maximize, Minus, Plus, Waypoints } from "lucide-react";
import { type KeyboardEvent, type RefObject, useCallback, useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { IconButton } from "@/components/icon-button";
import { Spinner } from "@/components/spinner";
import { GraphLegend } from "./graph-legend";
import { KindMark } from "./kind-mark";
import { type Chains, degreeOf, networkOf } from "./network";
import { type Direction, isDirection } from "./steer";
import type { Surface } from "./surface";
import { useSurface } from "./use-surface";
import type { GraphActs, GraphEdge, GraphNode } from "./view-model";

export interface GraphViewProps extends Pick<GraphActs, "onSelect" | "onOpen" | "onFocus" | "onConnect"> {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  selected: string | null;
  /** The entity whose surroundings the nodes are; null: they are the whole graph. */
  focus: string | null;
  /** Chains of entities to highlight while none is selected. */
  chains?: Chains | undefined;
  className?: string | undefined;
}

const NO_CHAINS: Chains = [];
const STEP = 64;
const ZOOM = 1.3;

export function GraphView(props: GraphViewProps) {
  const {
    nodes,
    edges,
    selected,
    focus,
    chains = NO_CHAINS,
    onSelect,
    onOpen,
    onFocus,
    onConnect,
    className,
  } = props;
  const { t } = useTranslation("graph");
  const textId = useId();
  const network = useMemo(() => networkOf(nodes, edges), [nodes, edges]);
  const { host, surface, arranging } = useSurface(network, { selected, chains }, { onSelect, onFocus });
  const at = selected === null ? undefined : network.index.get(selected);
  const chosen = at === undefined ? undefined : network.nodes[at];
  const ties = at === undefined ? 0 : degreeOf(network, at);
  const centre = focus === null ? undefined : nodes.find(({ id }) => id === focus);

  const reach = useCallback(
    (id: string | null) => {
      if (id === null) return;
      onSelect(id);
      surface.current?.reveal(id);
    },
    [onSelect, surface],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const drawn = surface.current;
    if (drawn === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (isDirection(key)) {
      if (event.shiftKey) drawn.pan(...panOf(key));
      else reach(chosen === undefined ? drawn.first() : drawn.neighbour(chosen.id, key));
    } else if (key === "Home") reach(drawn.first());
    else if (key === "+" || key === "=") drawn.zoom(ZOOM);
    else if (key === "-" || key === "_") drawn.zoom(1 / ZOOM);
    else if (key === "0") drawn.fit();
    else if (key === "Enter" && chosen !== undefined) {
      if (focus === chosen.id) onOpen(chosen.id);
      else onFocus(chosen.id);
    } else if (key === "Escape" && chosen !== undefined) onSelect(null);
    else if (key === "Escape" && focus !== null) onFocus(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (nodes.length === 0) {
    return (
      <div className={cx("bg-page", className)}>
        <EmptyState icon={Waypoints} title={t("empty.title")} text={t("empty.text")} />
      </div>
    );
  }
  return (
    <div className={cx("relative min-h-0 min-w-0 overflow-hidden bg-page", className)}>
      <div
        ref={host}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through the graph
        tabIndex={0}
        aria-label={t("graph.name", { nodes: network.nodes.length, links: network.links.length })}
        aria-describedby={textId}
        onKeyDown={onKeyDown}
        className={cx(
          "absolute inset-0 cursor-grab touch-none overflow-hidden focus-visible:-outline-offset-2",
          arranging !== null && "opacity-0",
        )}
      >
        <canvas className="pointer-events-none absolute inset-0 size-full origin-top-left transition-opacity" />
        <canvas className="pointer-events-none absolute inset-0 size-full transition-opacity" />
        <canvas className="pointer-events-none absolute inset-0 size-full" />
      </div>
      <p id={textId} className="sr-only">
        {t("graph.keys")}
      </p>
      <p role="status" className="sr-only">
        {chosen === undefined
          ? ""
          : t("graph.chosen", { name: chosen.name, kind: t(`kinds.${chosen.kind}`), n: ties })}
      </p>
      {arranging !== null && (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center gap-2 text-subtle">
          <Spinner size={15} />
          {t("graph.arranging")}
        </p>
      )}
      {centre !== undefined && (
        <div className="absolute top-2 left-2 flex max-w-[calc(100%-1rem)] items-center gap-1 rounded-lg border border-line bg-surface-raised py-0.5 pr-0.5 pl-2.5 shadow-1">
          <span className="min-w-0 truncate text-sm">{t("graph.focus", { name: centre.name })}</span>
          <Button size="sm" variant="ghost" onClick={() => onFocus(null)}>
            {t("graph.all")}
          </Button>
        </div>
      )}
      <div className="pointer-events-none absolute inset-x-2 bottom-2 flex items-end justify-between gap-2">
        {chosen === undefined ? (
          <GraphLegend nodes={network.nodes} />
        ) : (
          <Chosen
            node={chosen}
            ties={ties}
            onOpen={onOpen}
            onConnect={onConnect}
            onFocus={focus === chosen.id ? undefined : onFocus}
          />
        )}
        <ViewButtons surface={surface} />
      </div>
    </div>
  );
}

/** How far an arrow key with Shift moves the view. */
function panOf(key: Direction): [dx: number, dy: number] {
  switch (key) {
    case "ArrowLeft":
      return [STEP, 0];
    case "ArrowRight":
      return [-STEP, 0];
    case "ArrowUp":
      return [0, STEP];
    case "ArrowDown":
      return [0, -STEP];
  }
}

interface ChosenProps {
  node: GraphNode;
  ties: number;
  onOpen: (id: string) => void;
  onConnect: (id: string) => void;
  /** undefined: the view is already limited to it. */
  onFocus: ((id: string) => void) | undefined;
}

/** The selected entity, and acts on it. */
function Chosen({ node, ties, onOpen, onConnect, onFocus }: ChosenProps) {
  const { t } = useTranslation("graph");
  return (
    <div className="pointer-events-auto flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-surface-raised py-1 pr-1 pl-2.5 shadow-1">
      <span className="flex min-w-0 items-center gap-2">
        <KindMark kind={node.kind} />
        <span className="truncate font-medium">{node.name}</span>
        <span className="shrink-0 text-xs whitespace-nowrap text-faint">{t("graph.ties", { n: ties })}</span>
      </span>
      <span className="flex gap-1">
        <Button size="sm" onClick={() => onOpen(node.id)}>
          {t("graph.open")}
        </Button>
        {onFocus !== undefined && (
          <Button size="sm" variant="ghost" onClick={() => onFocus(node.id)}>
            {t("graph.around")}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => onConnect(node.id)}>
          {t("graph.connect")}
        </Button>
      </span>
    </div>
  );
}

function ViewButtons({ surface }: { surface: RefObject<Surface | null> }) {
  const { t } = useTranslation("graph");
  const buttons = [
    { icon: Plus, label: t("graph.zoomIn"), act: () => surface.current?.zoom(ZOOM) },
    { icon: Minus, label: t("graph.zoomOut"), act: () => surface.current?.zoom(1 / ZOOM) },
    { icon: Maximize, label: t("graph.fit"), act: () => surface.current?.fit() },
  ];
  return (
    <div className="pointer-events-auto flex shrink-0 flex-col rounded-lg border border-line bg-surface-raised p-0.5 shadow-1">
      {buttons.map(({ icon, label, act }) => (
        <IconButton key={label} icon={icon} size="sm" label={label} tooltipSide="left" onClick={act} />
      ))}
    </div>
  );
}

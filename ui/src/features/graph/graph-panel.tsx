// The graph and its table with a switch between them. The selection is shared.
import { Table2, Waypoints } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { Segmented } from "@/components/segmented";
import { GraphTable } from "./graph-table";
import { GraphView } from "./graph-view";
import type { Chains } from "./network";
import type { GraphActs, GraphContent } from "./view-model";

export interface GraphPanelProps extends GraphContent, GraphActs {
  selected: string | null;
  focus: string | null;
  /** Chains of entities to highlight in the graph while none is selected. */
  chains?: Chains | undefined;
  /** Acts beside the switch. */
  actions?: ReactNode;
  /** Content before the switch. */
  before?: ReactNode;
  /** The empty state. */
  empty?: ReactNode;
  className?: string | undefined;
}

type ViewId = "graph" | "table";

export function GraphPanel({ actions, before, empty, className, ...content }: GraphPanelProps) {
  const { t } = useTranslation("graph");
  const [view, setView] = useState<ViewId>("graph");
  return (
    <div className={cx("flex min-h-0 min-w-0 flex-col", className)}>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-2 py-1.5">
        <div className="flex shrink-0 items-center gap-2">
          {before}
          <Segmented<ViewId>
            label={t("view.label")}
            hideLabel
            value={view}
            onChange={setView}
            options={[
              { value: "graph", label: t("view.graph"), icon: Waypoints },
              { value: "table", label: t("view.table"), icon: Table2 },
            ]}
          />
        </div>
        {actions}
      </div>
      {content.nodes.length === 0 ? (
        (empty ?? <EmptyState icon={Waypoints} title={t("empty.title")} text={t("empty.text")} />)
      ) : view === "graph" ? (
        <GraphView {...content} className="flex-1" />
      ) : (
        <GraphTable {...content} />
      )}
    </div>
  );
}

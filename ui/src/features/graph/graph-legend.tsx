// The shape of each kind; only kinds that occur.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { KindMark } from "./kind-mark";
import { KINDS } from "./kinds";
import type { GraphNode } from "./view-model";

export function GraphLegend({ nodes }: { nodes: readonly GraphNode[] }) {
  const { t } = useTranslation("graph");
  const there = useMemo(() => new Set(nodes.map(({ kind }) => kind)), [nodes]);
  return (
    <ul
      aria-label={t("graph.legend")}
      className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 rounded-lg bg-page/85 px-2 py-1 text-xs text-subtle"
    >
      {KINDS.filter((kind) => there.has(kind)).map((kind) => (
        <li key={kind} className="flex items-center gap-1.5 whitespace-nowrap">
          <KindMark kind={kind} size={11} />
          {t(`kinds.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

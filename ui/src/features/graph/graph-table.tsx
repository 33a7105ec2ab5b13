// The content of the graph as two tables: entities, and statements about them.
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { FilterField } from "@/components/filter-field";
import { Tabs } from "@/components/tabs";
import { KindFilter } from "./kind-filter";
import { KindMark } from "./kind-mark";
import { type Column, TableFrame } from "./table-frame";
import {
  type EntityColumn,
  type EntityRow,
  entityRows,
  filterEntities,
  filterStatements,
  type Sort,
  type StatementColumn,
  type StatementRow,
  sortEntities,
  sortStatements,
  statementRows,
} from "./table-rows";
import type { EntityKind, GraphActs, GraphContent, GraphNode, Statement } from "./view-model";

export interface GraphTableProps
  extends GraphContent,
    Pick<GraphActs, "onSelect" | "onOpen" | "onOpenStatement"> {
  selected: string | null;
  className?: string | undefined;
}

type TabId = "entities" | "statements";

const idOfEntity = ({ node }: EntityRow) => node.id;
const idOfStatement = ({ statement }: StatementRow) => statement.id;

export function GraphTable(props: GraphTableProps) {
  const { nodes, edges, facts, className } = props;
  const { t } = useTranslation("graph");
  const [tab, setTab] = useState<TabId>("entities");
  return (
    <Tabs<TabId>
      label={t("table.label")}
      value={tab}
      onChange={setTab}
      className={cx("min-h-0 flex-1", className)}
      panelClassName="flex flex-col overflow-hidden!"
      items={[
        {
          id: "entities",
          label: t("table.entities"),
          count: nodes.length,
          content: <Entities {...props} />,
        },
        {
          id: "statements",
          label: t("table.statements"),
          count: edges.length + facts.length,
          content: <Statements {...props} />,
        },
      ]}
    />
  );
}

function Entities({ nodes, edges, selected, onSelect, onOpen }: GraphTableProps) {
  const { t, i18n } = useTranslation("graph");
  const [filter, setFilter] = useState("");
  const [kind, setKind] = useState<EntityKind | "all">("all");
  const [sort, setSort] = useState<Sort<EntityColumn>>({ column: "ties", down: true });
  const all = useMemo(() => entityRows(nodes, edges), [nodes, edges]);
  const found = useMemo(() => filterEntities(all, filter, kind === "all" ? null : kind), [all, filter, kind]);
  const rows = useMemo(() => sortEntities(found, sort, i18n.language), [found, sort, i18n.language]);
  const columns: Column<EntityColumn, EntityRow>[] = [
    { id: "name", title: t("columns.name"), cell: ({ node }) => <Named node={node} /> },
    {
      id: "aliases",
      title: t("columns.aliases"),
      wideOnly: true,
      cell: ({ node }) => <Words subtle text={node.aliases.join(", ")} />,
    },
    {
      id: "kind",
      title: t("columns.kind"),
      cell: ({ node }) => <Words subtle text={t(`kinds.${node.kind}`)} />,
    },
    { id: "ties", title: t("columns.ties"), figures: true, cell: ({ ties }) => ties },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-2 py-2">
        <FilterField
          label={t("table.filterEntities")}
          value={filter}
          onChange={setFilter}
          count={t("table.found", { n: rows.length })}
          className="min-w-32 flex-1"
        />
        <KindFilter value={kind} onChange={setKind} className="w-34 shrink-0" />
      </div>
      <TableFrame
        label={t("table.entities")}
        columns={columns}
        template="grid-cols-[minmax(0,1fr)_6rem_3.5rem] @max-xs:grid-cols-[minmax(0,1fr)_4rem_3rem] @lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem_4rem]"
        rows={rows}
        idOf={idOfEntity}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={({ node }) => onSelect(node.id)}
        onOpen={({ node }) => onOpen(node.id)}
        none={t(nodes.length === 0 ? "empty.title" : "table.none")}
      />
    </>
  );
}

function Statements({ nodes, edges, facts, onOpenStatement }: GraphTableProps) {
  const { t, i18n } = useTranslation("graph");
  const [filter, setFilter] = useState("");
  const [sort, setSort] = useState<Sort<StatementColumn>>({ column: "from", down: false });
  const [chosen, setChosen] = useState<string | null>(null);
  const all = useMemo(() => statementRows(nodes, edges, facts), [nodes, edges, facts]);
  const found = useMemo(() => filterStatements(all, filter), [all, filter]);
  const rows = useMemo(() => sortStatements(found, sort, i18n.language), [found, sort, i18n.language]);
  const time = ({ since, until }: Statement): string => {
    if (since !== null && until !== null) return t("time.between", { from: since, to: until });
    if (since !== null) return t("time.since", { from: since });
    return until === null ? t("time.always") : t("time.until", { to: until });
  };
  const columns: Column<StatementColumn, StatementRow>[] = [
    { id: "from", title: t("columns.from"), cell: ({ from }) => <Named node={from} /> },
    { id: "label", title: t("columns.label"), cell: ({ statement }) => <Words text={statement.label} /> },
    {
      id: "to",
      title: t("columns.to"),
      cell: ({ to, text }) => (to === null && text !== "" ? <Words text={text} /> : <Named node={to} />),
    },
    {
      id: "since",
      title: t("columns.since"),
      wideOnly: true,
      cell: ({ statement }) => <Words subtle text={time(statement)} />,
    },
    {
      id: "modality",
      title: t("columns.modality"),
      wideOnly: true,
      cell: ({ statement }) => <Words subtle text={t(`modality.${statement.modality}`)} />,
    },
  ];
  return (
    <>
      <div className="px-2 py-2">
        <FilterField
          label={t("table.filterStatements")}
          value={filter}
          onChange={setFilter}
          count={t("table.found", { n: rows.length })}
        />
      </div>
      <TableFrame
        label={t("table.statements")}
        columns={columns}
        template="grid-cols-[minmax(0,1fr)_minmax(0,0.9fr)_minmax(0,1fr)] @lg:grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1.2fr)_minmax(0,1fr)_4.5rem]"
        rows={rows}
        idOf={idOfStatement}
        sort={sort}
        onSort={setSort}
        selected={chosen}
        onSelect={({ statement }) => setChosen(statement.id)}
        onOpen={({ statement }) => onOpenStatement(statement.id)}
        none={t(all.length === 0 ? "table.noStatements" : "table.none")}
      />
    </>
  );
}

function Words({ text, subtle = false }: { text: string; subtle?: boolean }) {
  return (
    <span title={text} className={cx("truncate", subtle && "text-subtle")}>
      {text}
    </span>
  );
}

function Named({ node }: { node: GraphNode | null }) {
  const { t } = useTranslation("graph");
  if (node === null) return <Words subtle text={t("missing")} />;
  return (
    <>
      <KindMark kind={node.kind} size={11} />
      <Words text={node.name} />
    </>
  );
}

// The rows of the table, filtered and sorted by any column. Pure; thousands of rows are sorted by precomputed ranks,
// not by strings.
import { KINDS } from "./kinds";
import type { EntityKind, GraphEdge, GraphFact, GraphNode, Statement } from "./view-model";

export interface Sort<C extends string> {
  column: C;
  down: boolean;
}

/** Clicking a heading: the same column reverses, another one starts ascending. */
export const turned = <C extends string>(sort: Sort<C>, column: C): Sort<C> => ({
  column,
  down: sort.column === column && !sort.down,
});

export type EntityColumn = "name" | "kind" | "aliases" | "ties";
export type StatementColumn = "from" | "label" | "to" | "since" | "modality";

export interface EntityRow {
  node: GraphNode;
  /** The number of other entities it is tied to. */
  ties: number;
}

export interface StatementRow {
  statement: Statement;
  from: GraphNode | null;
  /** The target entity, or the text. */
  to: GraphNode | null;
  text: string;
  /** Its original index: story order for `since`. */
  at: number;
}

type Compare<T> = (a: T, b: T) => number;

function sorted<T>(rows: readonly T[], compare: Compare<T>, down: boolean, even: Compare<T>): T[] {
  const sign = down ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(a, b) || even(a, b));
}

/** Ranks of words in a locale's order. */
function ranksOf(words: Iterable<string>, language: string): ReadonlyMap<string, number> {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return new Map([...new Set(words)].sort(compare).map((word, at) => [word, at]));
}

/** The filter as words that must all match. */
function filterWords(filter: string): string[] {
  return filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
}

const has = (parts: readonly string[], texts: readonly string[]) =>
  parts.every((part) => texts.some((text) => text.toLocaleLowerCase().includes(part)));

/** One row for each entity. */
export function entityRows(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): EntityRow[] {
  const others = new Map(nodes.map(({ id }) => [id, new Set<string>()]));
  for (const { from, to } of edges) {
    if (from === to || !others.has(from) || !others.has(to)) continue;
    others.get(from)?.add(to);
    others.get(to)?.add(from);
  }
  return nodes.map((node) => ({ node, ties: others.get(node.id)?.size ?? 0 }));
}

export function filterEntities(
  rows: readonly EntityRow[],
  filter: string,
  kind: EntityKind | null,
): readonly EntityRow[] {
  const parts = filterWords(filter);
  if (parts.length === 0 && kind === null) return rows;
  return rows.filter(
    ({ node }) => (kind === null || node.kind === kind) && has(parts, [node.name, ...node.aliases]),
  );
}

export function sortEntities(
  rows: readonly EntityRow[],
  { column, down }: Sort<EntityColumn>,
  language: string,
): EntityRow[] {
  const names = ranksOf(
    rows.flatMap(({ node }) => [node.name, node.aliases[0] ?? ""]),
    language,
  );
  const rank = (word: string) => names.get(word) ?? 0;
  const name: Compare<EntityRow> = (a, b) => rank(a.node.name) - rank(b.node.name);
  const by: Record<EntityColumn, Compare<EntityRow>> = {
    name,
    kind: (a, b) => KINDS.indexOf(a.node.kind) - KINDS.indexOf(b.node.kind),
    // Empty values come last in either direction.
    aliases: (a, b) => {
      const [one, other] = [a.node.aliases[0], b.node.aliases[0]];
      if (one === undefined || other === undefined) {
        return (Number(one === undefined) - Number(other === undefined)) * (down ? -1 : 1);
      }
      return rank(one) - rank(other);
    },
    ties: (a, b) => a.ties - b.ties,
  };
  return sorted(rows, by[column], down, name);
}

/** One row for each relation and fact. */
export function statementRows(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  facts: readonly GraphFact[],
): StatementRow[] {
  const index = new Map(nodes.map((node) => [node.id, node]));
  const node = (id: string) => index.get(id) ?? null;
  const tied = edges.map((edge, at) => ({
    statement: edge,
    from: node(edge.from),
    to: node(edge.to),
    text: "",
    at,
  }));
  const statements = facts.map((fact, at) => ({
    statement: fact,
    from: node(fact.from),
    to: null,
    text: fact.text,
    at: edges.length + at,
  }));
  return [...tied, ...statements];
}

export function filterStatements(rows: readonly StatementRow[], filter: string): readonly StatementRow[] {
  const parts = filterWords(filter);
  if (parts.length === 0) return rows;
  return rows.filter(({ statement, from, to, text }) =>
    has(parts, [from?.name ?? "", statement.label, to?.name ?? "", text]),
  );
}

/** The text of the third column. */
export const objectOf = ({ to, text }: StatementRow) => to?.name ?? text;

export function sortStatements(
  rows: readonly StatementRow[],
  { column, down }: Sort<StatementColumn>,
  language: string,
): StatementRow[] {
  const words = ranksOf(
    rows.flatMap((row) => [row.from?.name ?? "", row.statement.label, objectOf(row)]),
    language,
  );
  const rank = (word: string) => words.get(word) ?? 0;
  const from: Compare<StatementRow> = (a, b) => rank(a.from?.name ?? "") - rank(b.from?.name ?? "");
  const asGiven: Compare<StatementRow> = (a, b) => a.at - b.at;
  const always = ({ statement }: StatementRow) => (statement.since === null ? 0 : 1);
  const modalities = ["narrated", "claimed", "rumour", "dream", "planned"];
  const by: Record<StatementColumn, Compare<StatementRow>> = {
    from,
    label: (a, b) => rank(a.statement.label) - rank(b.statement.label),
    to: (a, b) => rank(objectOf(a)) - rank(objectOf(b)),
    // Times in words have no order of their own; the given order is story order.
    since: (a, b) => always(a) - always(b) || asGiven(a, b),
    modality: (a, b) => modalities.indexOf(a.statement.modality) - modalities.indexOf(b.statement.modality),
  };
  return sorted(rows, by[column], down, column === "from" ? asGiven : (a, b) => from(a, b) || asGiven(a, b));
}

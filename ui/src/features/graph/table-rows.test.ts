// Sorting and filtering of the table.
import { describe, expect, it } from "vitest";
import { ferry, node } from "./sample";
import {
  entityRows,
  filterEntities,
  filterStatements,
  objectOf,
  sortEntities,
  sortStatements,
  statementRows,
  turned,
} from "./table-rows";

const { nodes, edges, facts } = ferry((zh) => zh);
const entities = entityRows(nodes, edges);
const statements = statementRows(nodes, edges, facts);
const names = (rows: typeof entities) => rows.map(({ node: { name } }) => name);

describe("entities", () => {
  it("count other entities, not relations", () => {
    const ties = new Map(entities.map((row) => [row.node.id, row.ties]));
    // Two relations with 许青禾 are one tie.
    expect(ties.get("lin")).toBe(4);
    expect(ties.get("bell")).toBe(1);
  });

  it("are filtered by names and aliases, all typed words, one kind", () => {
    expect(names([...filterEntities(entities, "阿川", null)])).toEqual(["林渡川"]);
    expect(names([...filterEntities(entities, " 渡 白 ", null)])).toEqual(["白石渡"]);
    expect(names([...filterEntities(entities, "", "organization")])).toEqual(["盐帮", "河道衙门"]);
    expect(filterEntities(entities, "渡", "item")).toEqual([]);
    expect(filterEntities(entities, "  ", null)).toBe(entities);
    expect(filterEntities(entityRows([node("x", "Alice")], []), "aLI", null)).toHaveLength(1);
  });

  it("are sorted by locale, numbers numerically", () => {
    const rows = entityRows(
      ["赵二", "安一", "第10", "第9"].map((name) => node(name, name)),
      [],
    );
    expect(names(sortEntities(rows, { column: "name", down: false }, "zh"))).toEqual([
      "安一",
      "第9",
      "第10",
      "赵二",
    ]);
    expect(names(sortEntities(rows, { column: "name", down: true }, "zh"))).toEqual([
      "赵二",
      "第10",
      "第9",
      "安一",
    ]);
  });

  it("are sorted by ties, then by name", () => {
    const sorted = sortEntities(entities, { column: "ties", down: true }, "zh");
    expect(sorted.map(({ ties }) => ties)).toEqual(
      [...entities.map(({ ties }) => ties)].sort((a, b) => b - a),
    );
    expect(names(sorted).slice(0, 2)).toEqual(["老陶", "林渡川"]);
  });

  it("without aliases come last in either direction", () => {
    for (const down of [false, true]) {
      expect(sortEntities(entities, { column: "aliases", down }, "zh").at(-1)?.node.aliases).toEqual([]);
    }
  });
});

describe("statements", () => {
  it("are the relations and the facts", () => {
    expect(statements).toHaveLength(edges.length + facts.length);
    expect(statements.map(objectOf)).toContain("缺一截小指");
  });

  it("are found by either end, label, and text", () => {
    const ids = (filter: string) => filterStatements(statements, filter).map(({ statement }) => statement.id);
    expect(ids("师父 林")).toEqual(["r1"]);
    expect(ids("小指")).toEqual(["f2"]);
    expect(ids("许青禾 周砚")).toEqual(["r3"]);
  });

  it("keep their order for equal values", () => {
    const sorted = sortStatements(statements, { column: "from", down: false }, "zh");
    const lin = sorted.filter(({ from }) => from?.id === "lin").map(({ statement }) => statement.id);
    expect(lin).toEqual(["r8", "r18", "r21", "f1"]);
  });

  it("that always hold come before those with a beginning", () => {
    const sorted = sortStatements(statements, { column: "since", down: false }, "zh");
    expect(sorted.at(-1)?.statement.id).toBe("r2");
  });

  it("keep a row whose entity is missing", () => {
    const [lost] = statementRows([], edges.slice(0, 1), []);
    expect(lost).toMatchObject({ from: null, to: null });
  });
});

it("a heading toggles its own order, and another one starts ascending", () => {
  expect(turned({ column: "name", down: false }, "name")).toEqual({ column: "name", down: true });
  expect(turned<"name" | "kind">({ column: "name", down: true }, "kind")).toEqual({
    column: "kind",
    down: false,
  });
});

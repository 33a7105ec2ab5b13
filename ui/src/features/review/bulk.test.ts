import { expect, it } from "vitest";
import type { ProposalView, Proposed } from "@/ipc/types";
import { concerned, requestOf, undoOf } from "./bulk";
import { inOrder } from "./queue";
import { proposalsOf } from "./sample";

const [FIRST] = proposalsOf((zh) => zh);

function proposal(id: number, proposed: Proposed, stale = false): ProposalView {
  if (FIRST === undefined) throw new Error("no sample");
  return { ...FIRST, id, proposed, now: stale ? null : { start: 0, end: 2 } };
}

const entity = (id: number, name: string, more: object = {}, stale = false) =>
  proposal(id, { kind: "entity", name, ...more }, stale);
const ALL = [
  entity(1, "林晚", { aliases: ["晚娘"] }),
  entity(2, "林姑娘", { description: "药铺学徒" }),
  proposal(3, { kind: "fact", subject: "林晚", predicate: "境界", object: "筑基" }),
  entity(4, "江上", {}, true),
];

it("accepts what can be accepted, rejects everything", () => {
  expect(requestOf(ALL, { do: "accept" }).reviews.map(({ proposal: id }) => id)).toEqual([1, 2, 3]);
  expect(requestOf(ALL, { do: "reject" }).reviews.map(({ proposal: id }) => id)).toEqual([1, 2, 3, 4]);
  expect(concerned(ALL, "as").map(({ id }) => id)).toEqual([1, 2]);
});

it("marks rejected words as non-names, and sets the kind of entities", () => {
  const none = requestOf(ALL, { do: "not-names" });
  expect(none.not_names).toEqual(["林晚", "林姑娘", "江上"]);
  expect(none.reviews.every(({ decision }) => decision === "reject")).toBe(true);
  const places = requestOf(ALL, { do: "as", kind: "location" }).reviews;
  expect(places.map(({ corrected }) => corrected)).toEqual([
    { kind: "entity", name: "林晚", aliases: ["晚娘"], entity_kind: "location" },
    { kind: "entity", name: "林姑娘", description: "药铺学徒", entity_kind: "location" },
  ]);
});

it("merges several into one, with all names and descriptions", () => {
  expect(requestOf(ALL, { do: "merge", name: "林晚" }).reviews).toEqual([
    {
      proposal: 1,
      decision: "accept",
      corrected: { kind: "entity", name: "林晚", aliases: ["晚娘", "林姑娘"], description: "药铺学徒" },
    },
    { proposal: 2, decision: "accept", corrected: { kind: "alias", name: "林晚", alias: "林姑娘" } },
  ]);
});

it("undoes last first, each as originally proposed", () => {
  const decided = [1, 2].map((id) => ({ proposal: id, status: "applied" as const, kept: [] }));
  expect(undoOf(ALL, { decided, refused: [], ignored: ["江上"] })).toEqual({
    reviews: [
      { proposal: 2, decision: "reopen", corrected: ALL[1]?.proposed },
      { proposal: 1, decision: "reopen", corrected: ALL[0]?.proposed },
    ],
    names: ["江上"],
  });
});

it("is sorted by the chosen order", () => {
  const by = {
    totals: new Map([
      [1, 3],
      [2, 9],
      [4, 9],
    ]),
    words: ({ id }: ProposalView) => `${9 - id}`,
    language: "zh",
  };
  const ids = (order: "came" | "frequency" | "name") => inOrder(ALL, { ...by, order }).map(({ id }) => id);
  expect(ids("came")).toEqual([1, 2, 3, 4]);
  expect(ids("frequency")).toEqual([2, 4, 1, 3]);
  expect(ids("name")).toEqual([4, 3, 2, 1]);
});

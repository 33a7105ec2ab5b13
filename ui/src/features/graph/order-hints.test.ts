import { expect, it } from "vitest";
import type { FactView, SceneRef } from "@/ipc/types";
import type { Places } from "./content";
import { orderHint } from "./order-hints";

/** Scenes 1 to 5, in this order, each in a chapter of its own. */
const PLACES: Places = new Map([1, 2, 3, 4, 5].map((id, at) => [id, { rank: at, chapter: at, title: "" }]));

const at = (scene: number): SceneRef => ({
  scene,
  chapter: scene,
  chapter_index: scene - 1,
  chapter_title: "",
});

function fact(value: string, [from, to]: [number | null, number | null], change: Partial<FactView> = {}) {
  const view: FactView = {
    id: value.length,
    subject: 1,
    subject_name: "阿青",
    predicate: "身份",
    object: { text: value },
    object_name: value,
    valid_from: from === null ? null : at(from),
    valid_to: to === null ? null : at(to),
    holds: true,
    modality: "narrated",
    confidence: 1,
    source: "author",
    evidence: [],
    ...change,
  };
  return { of: "fact" as const, view };
}

const hints = (...facts: ReturnType<typeof fact>[]) => facts.map((one) => orderHint(one, facts, PLACES));

it("says that a span is reversed when chapters were moved", () => {
  expect(hints(fact("学徒", [4, 2], { holds: false }))).toEqual(["reversed"]);
  expect(hints(fact("学徒", [2, 2], { holds: false }))).toEqual(["reversed"]);
  expect(hints(fact("学徒", [2, 4]))).toEqual([null]);
  // An end in the bin is no end.
  expect(hints(fact("学徒", [2, 9]))).toEqual([null]);
});

it("says that an attribute has several values that began in different scenes", () => {
  expect(hints(fact("学徒", [5, null]), fact("船主人", [3, null]))).toEqual(["several", "several"]);
  const kinds: [string, ReturnType<typeof fact>][] = [
    ["another attribute", fact("船主人", [3, null], { predicate: "所在" })],
    ["the same value", fact("学徒", [3, null])],
    ["no longer", fact("船主人", [3, 4], { holds: false })],
    ["from the beginning on", fact("船主人", [null, null])],
    ["in the same scene", fact("船主人", [5, null])],
    ["only claimed", fact("船主人", [3, null], { modality: "claimed" })],
  ];
  for (const [name, other] of kinds)
    expect(hints(fact("学徒", [5, null]), other), name).toEqual([null, null]);
});

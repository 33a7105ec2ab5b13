import { describe, expect, it } from "vitest";
import {
  called,
  contentOf,
  firstNamed,
  idOf,
  isSoIn,
  labelsInUse,
  listedEntities,
  placesOf,
  statementOf,
} from "./content";
import { KINDS } from "./kinds";
import { entitiesOf, graphOf, outlineOf } from "./sample-answers";

const zh = (words: string) => words;
const outline = outlineOf(zh);
const places = placesOf(outline);
const rank = (scene: number) => places.get(scene)?.rank ?? -1;
const EVERYTHING = { kinds: null, narrated: false, at: null };
const word = (place: { chapter: number } | undefined) => `${(place?.chapter ?? -1) + 1}`;

describe("where a statement holds", () => {
  it("counts scenes in reading order", () => {
    expect([rank(1), rank(3), rank(30), rank(4)]).toEqual([0, 2, 3, 4]);
    expect(places.get(30)?.chapter).toBe(2);
    expect(placesOf(outline)).toBe(places);
  });

  it("includes the beginning and excludes the end", () => {
    const span = { valid_from: 3, valid_to: 5 };
    expect([2, 3, 30, 4, 5].map((scene) => isSoIn(span, rank(scene), places))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it("always without ends; nowhere with a beginning in the bin; forever with an end in the bin", () => {
    expect(isSoIn({ valid_from: null, valid_to: null }, 0, places)).toBe(true);
    expect(isSoIn({ valid_from: 999, valid_to: null }, 8, places)).toBe(false);
    expect(isSoIn({ valid_from: 2, valid_to: 999 }, 8, places)).toBe(true);
    expect(isSoIn({ valid_from: 5, valid_to: 3 }, rank(5), places)).toBe(false);
  });
});

describe("the graph's content", () => {
  const draw = (wanted: Partial<Parameters<typeof contentOf>[2]>) =>
    contentOf(graphOf(zh), entitiesOf(zh), { ...EVERYTHING, ...wanted }, places, word);

  it("is everything, with aliases, in story order", () => {
    const { nodes, edges, facts } = draw({});
    expect(nodes).toHaveLength(6);
    expect(nodes[0]).toEqual({
      id: "1",
      name: "林晚",
      kind: "character",
      aliases: ["晚娘", "渡口的女人"],
    });
    expect(edges.map(({ id }) => id)).toEqual(["r1", "r3", "f9", "r2", "f2"]);
    expect(facts.map(({ text }) => text)).toEqual(["炼气", "青云门掌门流落在外的女儿", "筑基"]);
    expect(facts.at(-1)).toMatchObject({ since: "9", until: null });
  });

  it("as of a scene omits what does not hold there", () => {
    expect(draw({ at: 10 }).edges.map(({ id }) => id)).not.toContain("f2");
    expect(draw({ at: 9 }).facts.map(({ text }) => text)).toContain("筑基");
    expect(draw({ at: 8 }).facts.map(({ text }) => text)).toContain("炼气");
  });

  it("omits filtered kinds with their ties, and statements not narrated", () => {
    expect(draw({ kinds: new Set(["character"]) }).edges.map(({ id }) => id)).toEqual(["r1", "r2"]);
    expect(draw({ narrated: true }).edges.map(({ id }) => id)).not.toContain("r3");
    expect(draw({ narrated: true }).facts).toHaveLength(2);
  });

  it("statement ids survive the round trip", () => {
    expect(statementOf(idOf({ fact: 12 }))).toEqual({ fact: 12 });
    expect(statementOf(idOf({ relation: 3 }))).toEqual({ relation: 3 });
  });
});

describe("names", () => {
  const entities = entitiesOf(zh);

  it("match before aliases", () => {
    expect(called(entities, " 何船工 ")?.id).toBe(2);
    expect(called(entities, "无人")).toBeUndefined();
    const twice = [{ ...entities[0], id: 20, name: "甲", aliases: ["小满"] }, ...entities] as typeof entities;
    expect(called(twice, "小满")?.id).toBe(3);
  });

  it("in a passage: the first, and of those starting there the longest", () => {
    expect(firstNamed(entities, "那天老何把铜哨给了林晚")?.id).toBe(2);
    expect(firstNamed(entities, "青云门下")?.id).toBe(5);
    expect(firstNamed(entities, "无人知道")).toBeUndefined();
  });

  it("labels in use, most frequent first", () => {
    expect(labelsInUse(graphOf(zh), "fact")[0]).toBe("境界");
    expect(labelsInUse(graphOf(zh), "relation")).toEqual(["师父", "救命恩人", "弃徒"]);
  });

  it("are listed by kind and found by aliases", () => {
    expect(listedEntities(entities, KINDS, "", null, "zh").map(({ kind }) => kind)).toEqual([
      "character",
      "character",
      "character",
      "location",
      "organization",
      "item",
    ]);
    expect(listedEntities(entities, KINDS, "渡口", null, "zh").map(({ id }) => id)).toEqual([1, 4]);
    expect(listedEntities(entities, KINDS, "渡口", "location", "zh").map(({ id }) => id)).toEqual([4]);
  });
});

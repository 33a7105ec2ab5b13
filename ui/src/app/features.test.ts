import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import type { Slot } from "@/desk/feature";
import { features, slot, tabs } from "./features";
import { zh } from "./words";

it("every feature has a manifest", () => {
  const missing = readdirSync("src/features").filter((name) =>
    readdirSync(`src/features/${name}`).every((file) => !/^feature\.tsx?$/.test(file)),
  );
  expect(missing).toEqual([]);
  // The window itself has one as well.
  expect(features).toHaveLength(readdirSync("src/features").length + 1);
});

it("every inspector tab that is declared and named has content", () => {
  expect(tabs.map(({ id }) => id).sort()).toEqual(Object.keys(zh.tabs).sort());
});

it("features and tabs have different places", () => {
  for (const all of [features, tabs]) {
    const places = all.map(({ place }) => place);
    expect(new Set(places).size).toBe(places.length);
  }
});

it("dialogs have different names", () => {
  const names = features.flatMap(({ dialogs }) => Object.keys(dialogs ?? {}));
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
});

it("every slot that a tab shows is filled once", () => {
  const shown: string[] = [];
  const listed: Slot = (name) => {
    shown.push(name);
    return slot(name);
  };
  for (const { content } of tabs) content(listed);
  const filled = features.flatMap(({ fills }) => Object.keys(fills ?? {}));
  expect(filled.sort()).toEqual(shown.sort());
});

import { expect, it } from "vitest";
import type { SceneStatus } from "@/desk/open-scene";
import { safety } from "./status-bar";

const counts = { standard: 0 } as SceneStatus["counts"];
const status = (kept: SceneStatus["kept"], version: number): SceneStatus => ({
  kept,
  version,
  failure: kept === "failed" ? { code: "io", message: "", hint: "", details: {} } : null,
  branch: 1,
  counts,
  at: null,
});

it.each([
  ["the open scene alone", ["kept"], ["kept", 0]],
  ["another scene is still being stored", ["saved", "changed"], ["changed", 0]],
  ["another scene could not be stored", ["changed", "failed"], ["failed", 1]],
] as const)("%s", (_, all, [kept, version]) => {
  const scenes = new Map(all.map((one, at) => [at, status(one, at)]));
  expect(safety(scenes, 0)).toMatchObject({ kept, version });
});

it("is empty without an open scene", () => {
  expect(safety(new Map([[1, status("saved", 1)]]), null)).toBeUndefined();
  expect(safety(new Map(), 1)).toBeUndefined();
});

import { expect, it } from "vitest";
import type { Hint } from "@/ipc/types";
import { sortHints } from "./hints-order";

const hint = (name: string, total: number, kind: Hint["kind"] = "new"): Hint => ({
  name,
  kind,
  bearer: null,
  of: null,
  total,
  score: 1,
  places: [],
});

const HINTS = [hint("焙茗", 26), hint("林带玉", 1, "misspelling"), hint("板儿", 57), hint("茗烟", 26)];
const names = (hints: readonly Hint[]) => hints.map(({ name }) => name);

it("lists misspelt names first, the others by frequency, name, or confidence", () => {
  expect(names(sortHints(HINTS, "frequency", "zh"))).toEqual(["林带玉", "板儿", "焙茗", "茗烟"]);
  expect(names(sortHints(HINTS, "name", "zh"))).toEqual(["林带玉", "板儿", "焙茗", "茗烟"]);
  expect(names(sortHints(HINTS, "sure", "zh"))).toEqual(["林带玉", "焙茗", "板儿", "茗烟"]);
});

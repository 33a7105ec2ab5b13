import { describe, expect, it } from "vitest";
import type { SceneStatus } from "@/desk/open-scene";
import { type Room, trackScenes, written } from "./room";

const status = (counts: Record<number, number>) =>
  new Map(
    Object.entries(counts).map(([scene, standard]) => [
      Number(scene),
      { counts: { standard, word: 0, han: 0, all: 0 } } as SceneStatus,
    ]),
  );
const room: Room = { goal: 100, from: new Map([[1, 1000]]), before: 0 };

describe("小黑屋", () => {
  it("counts what was written since it was entered", () => {
    expect(written(room, status({ 1: 1060 }), "standard")).toBe(60);
    expect(written(room, status({ 1: 900 }), "standard")).toBe(0);
  });

  it("keeps counting when the author writes in another scene and returns", () => {
    let now = room;
    now = trackScenes(now, status({ 2: 500 }), status({ 1: 1030 }), "standard");
    expect(written(now, status({ 2: 520 }), "standard")).toBe(50);
    now = trackScenes(now, status({ 1: 1030 }), status({ 2: 520 }), "standard");
    expect(written(now, status({ 1: 1040 }), "standard")).toBe(60);
  });

  it("keeps its identity while no scene is mounted or unmounted", () => {
    expect(trackScenes(room, status({ 1: 5 }), status({ 1: 4 }), "standard")).toBe(room);
  });
});

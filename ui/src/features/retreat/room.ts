// 小黑屋: only the text, until enough is written. There is always an emergency exit.
import { create } from "zustand";
import type { CountRule } from "@/desk/counting";
import type { SceneStatus } from "@/desk/open-scene";
import { useOpenScenes } from "@/desk/open-scenes";
import type { SceneId } from "@/ipc/types";

export interface Room {
  /** Target 字. */
  goal: number;
  /** Counts of the scenes when first seen in the room. */
  from: ReadonlyMap<SceneId, number>;
  /** What was written in scenes that were left. */
  before: number;
}

export const useRoom = create<{ room: Room | null }>(() => ({ room: null }));

const countsOf = (status: ReadonlyMap<SceneId, SceneStatus>, rule: CountRule) =>
  new Map([...status].map(([scene, { counts }]) => [scene, counts[rule]]));

/** 字 written since the room was entered; deletions are subtracted, but never below zero. */
export function written(room: Room, status: ReadonlyMap<SceneId, SceneStatus>, rule: CountRule): number {
  let sum = room.before;
  for (const [scene, now] of countsOf(status, rule)) sum += now - (room.from.get(scene) ?? now);
  return Math.max(0, sum);
}

/** Tracks scenes as they are opened and closed; what was written in each stays counted. */
export function trackScenes(
  room: Room,
  now: ReadonlyMap<SceneId, SceneStatus>,
  last: ReadonlyMap<SceneId, SceneStatus>,
  rule: CountRule,
): Room {
  const from = new Map(room.from);
  let { before } = room;
  let moved = false;
  for (const [scene, count] of countsOf(last, rule)) {
    if (now.has(scene)) continue;
    before += count - (from.get(scene) ?? count);
    from.delete(scene);
    moved = true;
  }
  for (const [scene, count] of countsOf(now, rule)) {
    if (from.has(scene)) continue;
    from.set(scene, count);
    moved = true;
  }
  return moved ? { ...room, from, before } : room;
}

/** Enters the room. */
export function enter(goal: number, rule: CountRule): void {
  useRoom.setState({ room: { goal, from: countsOf(useOpenScenes.getState().status, rule), before: 0 } });
}

/** Leaves the room. */
export function leaveRoom(): void {
  useRoom.setState({ room: null });
}

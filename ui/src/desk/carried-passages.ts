// Passages cut in one scene and pasted into another: their comments and thread anchors move to the other scene, and back
// when the paste is undone. The backend moves only those whose own passage is deleted, so none is ever in two scenes.
import { type CutAnchor, passagesNow } from "@/editor/cut-anchors";
import { call } from "@/ipc/host";
import type { PassageOrigin, SceneId } from "@/ipc/types";
import { attempt } from "./attempt";
import { useDesk } from "./desk";
import type { OpenScene } from "./open-scene";
import { flushAll, goOn } from "./open-scenes";
import { anchorIdOf, anchorOf } from "./scene-anchors";
import { turns } from "./turns";

/** How often storing is awaited while the author types on. */
const MAX_TRIES = 20;

const inTurn = turns();
/** Where the carried passages were, by the scene that has them and their anchor. */
const origins = new Map<string, PassageOrigin>();
const keyOf = (scene: SceneId, anchor: string) => `${scene} ${anchor}`;

// Another project has other scenes with the same ids.
useDesk.subscribe(({ project }, { project: before }) => {
  if (project?.folder !== before?.folder || project?.name !== before?.name) origins.clear();
});

/** Stores all texts until this one is stored as it is now. */
async function stored(open: OpenScene): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await flushAll();
    await open.flush();
    const { kept } = open.status();
    if (kept === "kept" || kept === "saved") return !open.forgotten;
  }
  return false;
}

/** Moves the comments and thread anchors of words that were cut in another scene to where they were pasted. */
export function carryHere(open: OpenScene, anchors: readonly CutAnchor[]): void {
  const { writing, id: scene } = open;
  if (writing === null) return;
  const moment = writing.moment();
  void inTurn(() =>
    attempt(async () => {
      if (!(await stored(open))) return;
      const places = passagesNow(writing.view.state, moment, anchors);
      if (places.length === 0) return;
      const passages = places.map(({ id, from, to, quote }) => ({
        ...anchorIdOf(id),
        range: { start: from, end: to },
        quote,
      }));
      const carried = await call("scene.carry_passages", { scene, passages });
      for (const origin of carried.origins) origins.set(keyOf(scene, anchorOf(origin)), origin);
      await goOn(scene);
    }),
  );
}

/** Moves them back: the paste was undone. */
export function carryBack(open: OpenScene, anchors: readonly string[]): void {
  const { id: scene } = open;
  void inTurn(() =>
    attempt(async () => {
      const known = anchors.flatMap((anchor) => origins.get(keyOf(scene, anchor)) ?? []);
      if (known.length === 0 || !(await stored(open))) return;
      await call("scene.carry_back", { scene, origins: known });
      for (const anchor of anchors) origins.delete(keyOf(scene, anchor));
    }),
  );
}

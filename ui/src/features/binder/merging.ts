// Merging a scene with the next one, and undoing it.
import i18next from "i18next";
import { caretFromEnd, placeFromEnd } from "@/desk/caret-from-end";
import { desk } from "@/desk/desk";
import { goToScene, leadInTurn, outline } from "@/desk/navigation";
import { currentText, flushAll, goOnMoved } from "@/desk/open-scenes";
import { offerUndo, withdrawUndo } from "@/desk/undoable-act";
import { call } from "@/ipc/host";
import type { OutlineView, SceneId, ScenesMerged } from "@/ipc/types";
import { nameOf } from "./acts";
import { attempt, notify } from "./notices";
import { locationOf, sceneAfter } from "./places";
import { ask } from "./store";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/** The effect of merging a scene with the next one. */
export interface Merge {
  first: string;
  second: string;
  /** The chapter that loses its last scene and moves to the bin too. */
  emptied: string | null;
}

/** Plans the merge of a scene with the next one; null if there is none. */
export function planMerge(book: OutlineView, scene: SceneId): Merge | null {
  const next = sceneAfter(book, scene);
  const here = locationOf(book, { scene });
  if (next === undefined || here?.kind !== "scene") return null;
  const crosses = next.chapter.id !== here.chapter.id;
  const name = (id: SceneId) => {
    const at = locationOf(book, { scene: id });
    const alone = at?.kind === "scene" && (crosses || at.chapter.scenes.length === 1);
    return nameOf(book, alone && at.kind === "scene" ? { chapter: at.chapter.id } : { scene: id });
  };
  return {
    first: name(scene),
    second: name(next.scene.id),
    emptied: crosses && next.chapter.scenes.length === 1 ? nameOf(book, { chapter: next.chapter.id }) : null,
  };
}

/** Appends the next scene's text to a scene; a notice offers to undo it. Rejects with a `Failure`. */
export const mergeNext = (scene: SceneId): Promise<void> => leadInTurn(() => merge(scene));

async function merge(scene: SceneId): Promise<void> {
  const book = await outline();
  const next = sceneAfter(book, scene);
  const plan = planMerge(book, scene);
  if (next === undefined || plan === null) return;
  const before = desk().scene;
  await flushAll();
  const fromEnd = before === next.scene.id ? caretFromEnd(before) : null;
  const merged = await call("scene.merge", { scene, with: next.scene.id });
  if (plan.emptied !== null) await call("manuscript.bin", { part: { chapter: next.chapter.id } });
  await goOnMoved(scene);
  const caret = fromEnd === null ? null : await placeFromEnd(scene, fromEnd);
  ask(null);
  if (caret !== null) goToScene(scene, caret);
  else if (desk().scene === scene || desk().scene === next.scene.id) goToScene(scene);
  const undo = () => void undoMerge(merged, { ...plan, before });
  if (desk().scene === scene) offerUndo({ scene, undo, text: await currentText(scene) });
  notify({
    text: t("notice.merged", { ...plan }),
    tone: "success",
    action: { label: t("undo"), onSelect: undo },
  });
}

function undoMerge(merged: ScenesMerged, was: Merge & { before: SceneId | null }): Promise<boolean> {
  withdrawUndo(merged.scene);
  return leadInTurn(() =>
    attempt(async () => {
      await flushAll();
      const { version } = await call("scene.undo_merge", merged);
      if (version === null) {
        notify({ text: t("notice.mergeStays", { ...was }), detail: t("notice.mergeStaysTodo", { ...was }) });
        return;
      }
      await goOnMoved(merged.scene);
      if (was.before !== null) goToScene(was.before);
    }),
  );
}

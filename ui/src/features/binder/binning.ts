// Moving parts to the bin; a notice offers to undo it.
import i18next from "i18next";
import { desk, useDesk } from "@/desk/desk";
import { goToScene, outline } from "@/desk/navigation";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { OutlineView, PartId, SceneId } from "@/ipc/types";
import { leadAct, nameOf } from "./acts";
import { type Leaving, leavings } from "./moves";
import { inOrder, takeBack, tellOutcome } from "./outcome";
import { sceneBeside, scenesOf } from "./places";
import { keyOf } from "./rows";
import { clearSelection, revealRow } from "./store";
import { targetParts } from "./target";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/**
 * Moves parts to the bin: the given ones, or the targets once earlier acts are done. The editor continues with the
 * scene beside them.
 */
export function toBin(named?: readonly PartId[]): Promise<boolean> {
  return leadAct(async () => {
    const book = await outline();
    const parts = leavings(book, named ?? targetParts(book));
    if (parts.length === 0) return;
    const { scene } = desk();
    await flushAll();
    const outcome = await inOrder(parts, ({ part }) => call("manuscript.bin", { part }));
    clearSelection();
    const leftScene = leaveText(book, scene, outcome.done);
    tellOutcome(book, outcome, {
      text: ([first, ...more]) =>
        first === undefined || more.length > 0
          ? t("notice.binnedMany", { n: more.length + 1 })
          : t("notice.binned", { name: nameOf(book, first.part) }),
      undo: (done) => void bringBack(done, leftScene ? scene : null),
    });
  });
}

/**
 * Goes to a neighbouring scene if the open one was removed, and returns whether it was. The window may already have
 * moved on by itself; text typed since the act waits for this scene.
 */
function leaveText(book: OutlineView, scene: SceneId | null, gone: readonly Leaving[]): boolean {
  const parts = gone.map(({ part }) => part);
  const own = parts.find((part) => scene !== null && scenesOf(book, part).has(scene));
  if (own === undefined) return false;
  const beside = sceneBeside(book, own, ...parts);
  if (beside === null) useDesk.setState({ scene: null });
  else goToScene(beside);
  return true;
}

/** Takes parts out of the bin to their former places, and goes to `scene` if given. */
function bringBack(parts: readonly Leaving[], scene: SceneId | null): Promise<boolean> {
  return leadAct(async () => {
    const [first] = parts;
    await takeBack(
      parts,
      ({ part, from }) => call("manuscript.move", { part, parent: from.parent, at: from.at }),
      (rest) => void bringBack(rest, scene),
    );
    if (first !== undefined) revealRow({ key: keyOf(first.part), focus: false });
    if (scene !== null) goToScene(scene);
  });
}

// Putting parts into the bin, one or several; a notice offers the way back.
import i18next from "i18next";
import { desk, useDesk } from "@/desk/desk";
import { goToScene, outline } from "@/desk/navigation";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { OutlineView, PartId, SceneId } from "@/ipc/types";
import { holding, nameOf } from "./acts";
import { type Leaving, leavings } from "./moves";
import { inOrder, takeBack, tellOutcome } from "./outcome";
import { sceneBeside, scenesOf } from "./places";
import { keyOf } from "./rows";
import { letGo, want } from "./store";
import { targetParts } from "./target";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/**
 * Puts parts into the bin: those named, else the targets once the acts before are done. The text goes on with what stood
 * beside it.
 */
export function toBin(named?: readonly PartId[]): Promise<boolean> {
  return holding(async () => {
    const book = await outline();
    const parts = leavings(book, named ?? targetParts(book));
    if (parts.length === 0) return;
    const { scene } = desk();
    await flushAll();
    const outcome = await inOrder(parts, ({ part }) => call("manuscript.bin", { part }));
    letGo();
    const left = leaveText(book, scene, outcome.done);
    tellOutcome(book, outcome, {
      text: ([first, ...more]) =>
        first === undefined || more.length > 0
          ? t("notice.binnedMany", { n: more.length + 1 })
          : t("notice.binned", { name: nameOf(book, first.part) }),
      undo: (done) => void bringBack(done, left ? scene : null),
    });
  });
}

/**
 * Goes on beside the scene that was open when it has left. Answers whether it has. By now the window may have gone on by
 * itself; what was typed since the act waits for this scene.
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

/** Takes parts out of the bin to where they stood; goes to a scene among them when one is named. */
function bringBack(parts: readonly Leaving[], scene: SceneId | null): Promise<boolean> {
  return holding(async () => {
    const [first] = parts;
    await takeBack(
      parts,
      ({ part, from }) => call("manuscript.move", { part, parent: from.parent, at: from.at }),
      (rest) => void bringBack(rest, scene),
    );
    if (first !== undefined) want({ key: keyOf(first.part), focus: false });
    if (scene !== null) goToScene(scene);
  });
}

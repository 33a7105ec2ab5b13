// Tracks texts accepted in this window. An undo to the earlier text marks them dismissed, a redo accepted. Checked
// whenever the scene reports a change or save, so of several quick steps only the last counts; manual edits change
// nothing here.
import type { Text } from "@codemirror/state";
import { openScene, useOpenScenes } from "@/desk/open-scenes";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type { GenerationId, SceneId } from "@/ipc/types";

/** A text that was accepted. */
export interface Taken {
  scene: SceneId;
  generation: GenerationId;
  /** The editor whose history has the step. */
  writing: Writing;
  before: Text;
  after: Text;
}

const followed = new Map<Taken, "in" | "out">();

/** Tracks an accepted text while its editor is mounted. */
export function followTaken(one: Taken): void {
  followed.set(one, "in");
}

/** Whether an accepted text is in its scene unchanged. */
export function isIn({ writing, after }: Taken): boolean {
  return writing.view.state.doc.eq(after);
}

/** Whether a generation's text is in the current scene; `was` if the scene matches neither text. */
function placeOf(one: Taken, was: "in" | "out"): "in" | "out" {
  if (isIn(one)) return "in";
  return one.writing.view.state.doc.eq(one.before) ? "out" : was;
}

useOpenScenes.subscribe(({ status }, { status: earlier }) => {
  for (const [one, was] of followed) {
    const { scene, generation, writing } = one;
    if (status.get(scene) === earlier.get(scene)) continue;
    if (openScene(scene)?.writing !== writing) {
      followed.delete(one);
      continue;
    }
    const now = placeOf(one, was);
    if (now === was) continue;
    followed.set(one, now);
    const fate = now === "in" ? "accepted" : "dismissed";
    void call("generation.decide", { generation, fate }).catch(() => undefined);
  }
});

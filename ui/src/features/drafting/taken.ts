// Texts that were accepted in this window. An undo that brings back the text there was before leaves them out again, a redo
// takes them in: what became of them follows. Seen whenever the scene says that it was changed or kept, so that of steps
// that are gone over faster than that only the last counts; what is then changed by hand changes nothing here.
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

const taken = new Map<Taken, "in" | "out">();

/** Follows an accepted text from here on, as long as its editor is there. */
export function followTaken(one: Taken): void {
  taken.set(one, "in");
}

/** Whether an accepted text stands in its scene as it was taken in. */
export function isIn({ writing, after }: Taken): boolean {
  return writing.view.state.doc.eq(after);
}

/** Where the text of a generation is, as the scene is now; `was` where the scene is neither text. */
function placeOf(one: Taken, was: "in" | "out"): "in" | "out" {
  if (isIn(one)) return "in";
  return one.writing.view.state.doc.eq(one.before) ? "out" : was;
}

useOpenScenes.subscribe(({ status }, { status: earlier }) => {
  for (const [one, was] of taken) {
    const { scene, generation, writing } = one;
    if (status.get(scene) === earlier.get(scene)) continue;
    if (openScene(scene)?.writing !== writing) {
      taken.delete(one);
      continue;
    }
    const now = placeOf(one, was);
    if (now === was) continue;
    taken.set(one, now);
    const fate = now === "in" ? "accepted" : "dismissed";
    void call("generation.decide", { generation, fate }).catch(() => undefined);
  }
});

// Requests for the findings of the open scene, its chapter, or the book.
import { locate } from "@/desk/navigation";
import type { Request } from "@/ipc/host";
import type { OutlineView, SceneId } from "@/ipc/types";
import { baseNow, type Reach } from "./state";

type Question = Request<"check.list">;

/** The request for findings; null if it needs an open scene and there is none. */
export function questionOf(
  reach: Reach,
  scene: SceneId | null,
  outline: OutlineView | undefined,
  waived: boolean,
): Question | null {
  const also = waived ? { waived } : {};
  if (reach === "book") return also;
  if (scene === null) return null;
  if (reach === "scene") return { scene, ...also };
  const chapter = outline === undefined ? undefined : locate(outline, scene)?.chapter.id;
  return chapter === undefined ? null : { chapter, ...also };
}

/** The scope of a check; null if it needs an open scene and there is none. */
export function withinOf(reach: Reach, outline: OutlineView): Request<"check.run">["within"] | null {
  if (reach === "book") return "book";
  const scene = baseNow();
  if (scene === null) return null;
  if (reach === "scene") return { scene };
  const chapter = locate(outline, scene)?.chapter.id;
  return chapter === undefined ? null : { chapter };
}

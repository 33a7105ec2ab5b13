// What is asked of the backend: the findings of the open scene, of its chapter, or of the book.
import { locate } from "@/desk/navigation";
import type { Request } from "@/ipc/host";
import type { OutlineView, SceneId } from "@/ipc/types";
import { baseNow, type Reach } from "./state";

type Question = Request<"check.list">;

/** The question for findings; null where no scene is open and one is needed. */
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

/** What a check looks through; null where no scene is open and one is needed. */
export function withinOf(reach: Reach, outline: OutlineView): Request<"check.run">["within"] | null {
  if (reach === "book") return "book";
  const scene = baseNow();
  if (scene === null) return null;
  if (reach === "scene") return { scene };
  const chapter = locate(outline, scene)?.chapter.id;
  return chapter === undefined ? null : { chapter };
}

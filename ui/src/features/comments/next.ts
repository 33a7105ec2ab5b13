// The next and the previous open comment of the book, from the one shown last or from the open scene.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { desk, showItem } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import type { CommentId, CommentView, SceneId } from "@/ipc/types";
import { goToComment } from "./acts";

/** The comment after or before the shown one; without one, the first or last of the scene. Wraps around. */
export function nextComment(
  comments: readonly CommentView[],
  { shown, scene }: { shown: CommentId | null; scene: SceneId | null },
  step: 1 | -1,
): CommentView | undefined {
  const at = comments.findIndex(({ id }) => id === shown);
  if (at >= 0) return comments[(at + step + comments.length) % comments.length];
  const here = comments.filter(({ place }) => place.scene === scene);
  const among = here.length > 0 ? here : comments;
  return step === 1 ? among[0] : among.at(-1);
}

/** Goes there. */
export async function goToNext(step: 1 | -1): Promise<void> {
  await attempt(async () => {
    const { comments } = await call("comments.list", { state: "open" });
    const { shown, scene } = desk();
    const next = nextComment(comments, { shown: shown.comment ?? null, scene }, step);
    if (next === undefined) return notify({ id: "no-comments", text: i18next.t("comments:none.open") });
    showItem("comment", next.id);
    await goToComment(next);
  });
}

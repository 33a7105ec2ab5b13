// Acts on comments. The notice of a removal undoes it.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { desk, type Passage, showItem, useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll, openScene, withText } from "@/desk/open-scenes";
import { noteJump } from "@/desk/places-been";
import { anchorOfComment } from "@/desk/scene-anchors";
import { leaveLastPassage } from "@/editor/pointed-out";
import { toUtf16 } from "@/editor/positions";
import { call } from "@/ipc/host";
import type { CharRange, CommentColour, CommentId, CommentState, CommentView } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`comments:${key}`, values);

/**
 * Adds a comment; typed text is stored first. The caret is then behind the passage: a selected one would be replaced by
 * the next key.
 */
export async function addComment(
  passage: Passage,
  text: string,
  colour: CommentColour,
): Promise<CommentView> {
  const added = await withText(passage.scene, () => call("comments.add", { passage, text, colour }));
  useDesk.setState(({ shown }) => ({ shown: { ...shown, comment: added.id } }));
  leaveSelection(passage);
  return added;
}

/** Puts the caret behind a selected passage. Without a selection it stays. */
function leaveSelection({ scene, range }: Passage): void {
  const writing = openScene(scene)?.writing;
  if (writing == null || writing.selection().empty) return;
  const [end = 0] = toUtf16(writing.view.state.doc, [range.end]);
  writing.view.dispatch({ selection: { anchor: end } });
}

/** Changes the words or the colour. */
export function editComment(
  comment: CommentId,
  change: { text?: string; colour?: CommentColour },
): Promise<CommentView | undefined> {
  return attempt(() => call("comments.edit", { comment, ...change }));
}

/** Adds a reply, or changes one; an empty text removes it. */
export function reply(comment: CommentId, text: string, at?: number): Promise<CommentView | undefined> {
  return attempt(() => call("comments.reply", { comment, text, ...(at === undefined ? {} : { reply: at }) }));
}

/** Marks comments as done, or opens them again. */
export function setState(comments: readonly CommentId[], state: CommentState): Promise<unknown> {
  return attempt(() => call("comments.set_state", { comments: [...comments], state }));
}

/** Removes comments; the notice restores them. */
export function removeComments(comments: readonly CommentId[]): Promise<unknown> {
  return attempt(async () => {
    const request = { comments: [...comments] };
    await call("comments.remove", request);
    if (comments.includes(desk().shown.comment ?? 0)) leaveLastPassage();
    useDesk.setState(({ shown }) => ({
      shown: {
        ...shown,
        comment: shown.comment != null && comments.includes(shown.comment) ? null : (shown.comment ?? null),
      },
    }));
    notify({
      text: say("removed", { n: comments.length }),
      action: {
        label: say("undo"),
        onSelect: () => void attempt(() => call("comments.put_back", request)),
      },
    });
  });
}

/** Brings a removed comment back. */
export function putBackComment(comment: CommentId): Promise<unknown> {
  return attempt(async () => {
    await call("comments.put_back", { comments: [comment] });
    useDesk.setState(({ shown }) => ({ shown: { ...shown, comment: null } }));
    notify({ text: say("putBackDone") });
  });
}

/** Where a comment's passage is: in the editor, or in the backend's answer. */
async function placeOf({ id, gone, place }: CommentView): Promise<CharRange | null> {
  const anchored = openScene(place.scene)
    ?.writing?.anchorsNow()
    .find((anchor) => anchor.id === anchorOfComment(id));
  if (anchored !== undefined) return anchored.gone ? null : { start: anchored.from, end: anchored.to };
  if (gone) return null;
  await flushAll();
  const { comments } = await call("comments.in_scene", { scene: place.scene });
  return comments.find((comment) => comment.id === id)?.now ?? null;
}

/** Goes to the passage of a comment, into the text. */
export function goToComment(comment: CommentView): Promise<unknown> {
  return attempt(async () => {
    const { scene } = comment.place;
    const place = await placeOf(comment);
    if (place !== null) return goToScene(scene, { from: place.start, to: place.end, unit: "chars" });
    goToScene(scene);
    notify({ text: say(comment.gone ? "gone" : "unsure") });
  });
}

/** Lights the passage of a comment; the focus stays if its scene is open. */
export async function revealComment(comment: CommentView): Promise<void> {
  const { scene } = comment.place;
  const writing = desk().centre.kind === "writing" ? openScene(scene)?.writing : null;
  if (writing == null) return void (await goToComment(comment));
  const place = await attempt(() => placeOf(comment));
  if (place == null || !writing.view.dom.isConnected) return;
  const [from = 0, to = 0] = toUtf16(writing.view.state.doc, [place.start, place.end]);
  noteJump();
  writing.reveal({ from, to }, "point out");
}

/** Shows a comment in its tab, whatever the filter. */
export function showComment(comment: CommentId): void {
  showItem("comment", comment);
}

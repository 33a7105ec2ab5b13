// Ctrl+click (Cmd on a Mac) on a thread's passage opens the thread, on a commented passage the comment; a click on the
// sign of a comment in the margin opens it too. Names take precedence.
import { showItem } from "@/desk/desk";
import type { OpenScene } from "@/desk/open-scene";
import type { Anchor } from "@/editor/anchors";
import type { Writing } from "@/editor/create";

/** How far right of a line its sign may be pressed, px. */
const SIGN_WIDTH = 32;

/** Listens while the editor exists; returns a function that stops it. */
export function opensAnchors(open: OpenScene, writing: Writing): () => void {
  const { contentDOM } = writing.view;
  const onPress = (event: MouseEvent) => {
    if (event.altKey || event.shiftKey || event.button !== 0 || event.defaultPrevented) return;
    const signed = commentBeside(writing, event);
    const comment = signed === null ? undefined : open.commentOf(signed.id);
    if (comment !== undefined) {
      event.preventDefault();
      return showItem("comment", comment);
    }
    const modifier = /Mac/.test(navigator.platform) ? event.metaKey : event.ctrlKey;
    if (modifier) openAt(event);
  };

  const openAt = (event: MouseEvent) => {
    const over = event.target instanceof Element && event.target.closest(".cm-anchor, .cm-comment") !== null;
    const position = over ? writing.view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
    if (position === null) return;
    const anchor = writing.anchorAt(position);
    const thread = anchor === null ? undefined : open.threadOf(anchor.id);
    const commented = writing.anchorAt(position, "comment");
    const comment = commented === null ? undefined : open.commentOf(commented.id);
    if (thread === undefined && comment === undefined) return;
    event.preventDefault();
    if (thread !== undefined) showItem("thread", thread);
    else if (comment !== undefined) showItem("comment", comment);
  };
  // The editor's own listeners run first: a click that opened a name is already handled.
  contentDOM.addEventListener("mousedown", onPress);
  return () => contentDOM.removeEventListener("mousedown", onPress);
}

/** The first comment that begins in the line whose sign is pressed. */
function commentBeside({ view, anchorAt }: Writing, event: MouseEvent): Anchor | null {
  const line = event.target instanceof Element ? event.target.closest(".cm-commented") : null;
  if (line === null) return null;
  const { right } = line.getBoundingClientRect();
  if (event.clientX < right || event.clientX > right + SIGN_WIDTH) return null;
  const { from, to } = view.state.doc.lineAt(view.posAtDOM(line));
  for (let at = from; at <= to; at += 1) {
    const anchor = anchorAt(at, "comment");
    if (anchor !== null && anchor.from >= from) return anchor;
  }
  return null;
}

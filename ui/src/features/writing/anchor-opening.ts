// Ctrl+click (Cmd on a Mac) on a thread's passage opens the thread. Names take precedence.
import { showItem } from "@/desk/desk";
import type { OpenScene } from "@/desk/open-scene";
import type { Writing } from "@/editor/create";

/** Listens while the editor exists; returns a function that stops it. */
export function opensThreads(open: OpenScene, writing: Writing): () => void {
  const { contentDOM } = writing.view;
  const onPress = (event: MouseEvent) => {
    const modifier = /Mac/.test(navigator.platform) ? event.metaKey : event.ctrlKey;
    if (!modifier || event.altKey || event.shiftKey || event.button !== 0 || event.defaultPrevented) return;
    const over = event.target instanceof Element && event.target.closest(".cm-anchor") !== null;
    const position = over ? writing.view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
    const anchor = position === null ? null : writing.anchorAt(position);
    const thread = anchor === null ? undefined : open.threadOf(anchor.id);
    if (thread === undefined) return;
    event.preventDefault();
    showItem("thread", thread);
  };
  // The editor's own listeners run first: a click that opened a name is already handled.
  contentDOM.addEventListener("mousedown", onPress);
  return () => contentDOM.removeEventListener("mousedown", onPress);
}

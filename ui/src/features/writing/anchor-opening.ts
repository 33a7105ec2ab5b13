// A press with Ctrl (Cmd on a Mac) on a passage of a plot thread shows the thread. A name there comes first.
import { showItem } from "@/desk/desk";
import type { OpenScene } from "@/desk/open-scene";
import type { Writing } from "@/editor/create";

/** Listens as long as the editor is there; answers with how to stop. */
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
  // The editor's own listeners came first: what opened a name is taken.
  contentDOM.addEventListener("mousedown", onPress);
  return () => contentDOM.removeEventListener("mousedown", onPress);
}

// Opens the thread or the comment of a passage that was pressed in the text.
import { desk, showItem, useDesk } from "@/desk/desk";
import type { OpenScene } from "@/desk/open-scene";
import type { Anchor } from "@/editor/anchors";

/** Returns whether the passage has something to open. */
export function openAnchor(open: OpenScene, { id }: Anchor): boolean {
  const thread = open.threadOf(id);
  const comment = open.commentOf(id);
  if (thread === undefined && comment === undefined) return false;
  // The lists of the inspector are those of the open scene.
  if (desk().scene !== open.id) useDesk.setState({ scene: open.id });
  if (thread !== undefined) showItem("thread", thread);
  else if (comment !== undefined) showItem("comment", comment);
  return true;
}

// The passage that a new comment belongs to: the selection, or else the paragraph at the caret.
import { desk, type Passage } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { selectedPassage } from "@/desk/selected-passage";
import type { Writing } from "@/editor/create";
import { toChars } from "@/editor/positions";

function open(): { scene: number; writing: Writing } | null {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  return scene === null || writing == null ? null : { scene, writing };
}

function passageFrom(scene: number, writing: Writing, from: number, to: number): Passage | null {
  const { doc } = writing.view.state;
  const quote = doc.sliceString(from, to);
  const words = quote.trim();
  if (words === "") return null;
  const begin = from + quote.length - quote.trimStart().length;
  const [start = 0, end = 0] = toChars(doc, [begin, begin + words.length]);
  return { scene, range: { start, end }, quote: words };
}

/** The paragraphs that the selection touches; null if they are blank. */
export function paragraphsHere(): Passage | null {
  const at = open();
  if (at === null) return null;
  const { doc, selection } = at.writing.view.state;
  const { from, to } = selection.main;
  return passageFrom(at.scene, at.writing, doc.lineAt(from).from, doc.lineAt(to).to);
}

/** The selection, or the paragraph at the caret. */
export function passageHere(): Passage | null {
  return selectedPassage() ?? paragraphsHere();
}

/** Whether there is a text to comment on; cheap, however long the text. */
export function hasText(): boolean {
  const at = open();
  return at !== null && at.writing.length() > 0;
}

/** The comment at the caret. */
export function commentHere(): number | undefined {
  const at = open();
  if (at === null) return undefined;
  const anchor = at.writing.anchorAt(at.writing.selection().head, "comment");
  return anchor === null ? undefined : openScene(at.scene)?.commentOf(anchor.id);
}

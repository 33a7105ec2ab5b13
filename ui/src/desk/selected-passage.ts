// The selected passage of the text, from which entries, threads, facts and events are created.
import { toChars } from "@/editor/positions";
import { desk, type Passage } from "./desk";
import { openScene } from "./open-scenes";

/** The selected passage of the scene being edited; null when only blanks are selected. */
export function selectedPassage(): Passage | null {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  if (scene === null || writing == null) return null;
  const { doc, selection } = writing.view.state;
  const quote = doc.sliceString(selection.main.from, selection.main.to);
  const lead = quote.length - quote.trimStart().length;
  const words = quote.trim();
  if (words === "") return null;
  const from = selection.main.from + lead;
  const [start = 0, end = 0] = toChars(doc, [from, from + words.length]);
  return { scene, range: { start, end }, quote: words };
}

/** Whether the scene being edited has a selection; cheap, however long the selection. */
export function hasSelection(): boolean {
  const { scene } = desk();
  const selection = scene === null ? undefined : openScene(scene)?.writing?.selection();
  return selection !== undefined && selection.from < selection.to;
}

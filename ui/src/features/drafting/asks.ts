// What is asked for: the act with the place it is about, in the scene that is written in.
import type { Text } from "@codemirror/state";
import { desk, isWritable } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { areSecretsAllowed, excludedSources } from "@/desk/sending";
import type { Writing } from "@/editor/create";
import { charLength, toChars } from "@/editor/positions";
import type { Act, CharRange, Generate, SceneId } from "@/ipc/types";
import { runIn } from "./store";

/** Acts whose answer is prose for the scene. The others answer with values. */
export const PROSE = ["draft", "continue", "rewrite", "expand", "compress", "polish"] as const;

const OF_SELECTION: ReadonlySet<Act> = new Set(["rewrite", "expand", "compress", "polish"]);

export function isProse(act: Act): boolean {
  return (PROSE as readonly Act[]).includes(act);
}

/** Whether an act works on a selection. */
export function needsSelection(act: Act): boolean {
  return OF_SELECTION.has(act);
}

/** The scene that is written in, with its editor. */
export function here(): { scene: SceneId; writing: Writing } | null {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  return scene === null || writing == null ? null : { scene, writing };
}

/** Whether something other than blanks is selected. */
export function hasWords(writing: Writing): boolean {
  const { from, to } = writing.selection();
  // A long selection holds words somewhere at its beginning.
  return from < to && /\S/.test(writing.view.state.sliceDoc(from, Math.min(to, from + 2000)));
}

/** Why an act cannot be asked for now; null when it can. That no model is set up is no reason: asking leads to one. */
export function whyNotAsk(act: Act): "scene" | "readOnly" | "proposal" | "selection" | null {
  const at = here();
  if (at === null) return "scene";
  if (!isWritable()) return "readOnly";
  if (!isProse(act)) return null;
  if (runIn(at.scene) !== undefined) return "proposal";
  return needsSelection(act) && !hasWords(at.writing) ? "selection" : null;
}

/** Whether an act can be asked for now. */
export function canAsk(act: Act): boolean {
  return whyNotAsk(act) === null;
}

function rangeOf(act: Act, writing: Writing): CharRange | null {
  const { doc } = writing.view.state;
  if (!isProse(act)) return null;
  if (act === "draft") {
    const end = charLength(doc);
    return { start: end, end };
  }
  const { from, to, head } = writing.selection();
  const [start = 0, end = 0] = toChars(doc, needsSelection(act) ? worked(doc, from, to) : [head, head]);
  return { start, end };
}

/** A selection without the line ends at its borders: what takes its place has none, and paragraphs stay apart. */
function worked(doc: Text, from: number, to: number): [number, number] {
  const words = doc.sliceString(from, to);
  const before = /^\n*/.exec(words)?.[0].length ?? 0;
  const behind = /\n*$/.exec(words.slice(before))?.[0].length ?? 0;
  return [from + before, to - behind];
}

/** An act in the scene that is written in; null where there is none. */
export function requestFor(act: Act): Generate | null {
  const at = here();
  if (at === null) return null;
  const { scene, writing } = at;
  const range = rangeOf(act, writing);
  const excluded = [...excludedSources(scene)];
  return {
    scene,
    act,
    ...(range !== null && { range }),
    ...(excluded.length > 0 && { excluded }),
    ...(areSecretsAllowed(scene) && { allow_secrets: true }),
  };
}

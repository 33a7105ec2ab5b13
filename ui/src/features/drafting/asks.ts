// Building requests: the act with its range in the active scene.
import type { Text } from "@codemirror/state";
import { desk, isWritable } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { isProse } from "@/desk/prose-acts";
import { areSecretsAllowed, excludedSources, profileOnce, skippedSteps } from "@/desk/sending";
import type { Writing } from "@/editor/create";
import { charLength, toChars } from "@/editor/positions";
import type { Act, CharRange, Generate, SceneId } from "@/ipc/types";
import { runIn } from "./store";

const OF_SELECTION: ReadonlySet<Act> = new Set(["rewrite", "expand", "compress", "polish"]);

/** Whether an act works on a selection. */
export function needsSelection(act: Act): boolean {
  return OF_SELECTION.has(act);
}

/** The active scene with its editor. */
function activeScene(): { scene: SceneId; writing: Writing } | null {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  return scene === null || writing == null ? null : { scene, writing };
}

/** Whether the selection contains more than white space. */
function hasWords(writing: Writing): boolean {
  const { from, to } = writing.selection();
  // A long selection has a visible character near its beginning.
  return from < to && /\S/.test(writing.view.state.sliceDoc(from, Math.min(to, from + 2000)));
}

/**
 * Why an act cannot be requested now; null if it can. A missing model is no reason: requesting leads to setting one up.
 */
export function whyNotAsk(act: Act): "scene" | "readOnly" | "proposal" | "selection" | null {
  const at = activeScene();
  if (at === null) return "scene";
  if (!isWritable()) return "readOnly";
  if (!isProse(act)) return null;
  if (runIn(at.scene) !== undefined) return "proposal";
  return needsSelection(act) && !hasWords(at.writing) ? "selection" : null;
}

/** Whether an act can be requested now. */
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
  const [start = 0, end = 0] = toChars(
    doc,
    needsSelection(act) ? trimLineBreaks(doc, from, to) : [head, head],
  );
  return { start, end };
}

/** A selection without line breaks at its ends: the replacement has none, so paragraphs stay separate. */
function trimLineBreaks(doc: Text, from: number, to: number): [number, number] {
  const words = doc.sliceString(from, to);
  const before = /^\n*/.exec(words)?.[0].length ?? 0;
  const behind = /\n*$/.exec(words.slice(before))?.[0].length ?? 0;
  return [from + before, to - behind];
}

/** The request for an act in the active scene; null without one. */
export function requestFor(act: Act): Generate | null {
  const at = activeScene();
  if (at === null) return null;
  const { scene, writing } = at;
  const range = rangeOf(act, writing);
  const profile = isProse(act) ? profileOnce(scene) : null;
  const skip = isProse(act) ? [...skippedSteps(scene)] : [];
  const excluded = [...excludedSources(scene)];
  return {
    scene,
    act,
    ...(range !== null && { range }),
    ...(excluded.length > 0 && { excluded }),
    ...(areSecretsAllowed(scene) && { allow_secrets: true }),
    ...(profile !== null && { profile }),
    ...(skip.length > 0 && { skip }),
  };
}

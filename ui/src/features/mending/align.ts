// Pointing at the place of an issue: the author selects words in the text, and their range in the newest text of the
// mending is found.
import i18next from "i18next";
import { desk } from "@/desk/desk";
import { arriveAt } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { currentText, flushAll } from "@/desk/open-scenes";
import { placeOfQuote } from "@/desk/quotes";
import { selectedPassage } from "@/desk/selected-passage";
import { call } from "@/ipc/host";
import type { CharRange, MendedSceneView, MendIssueView, MendPieceView } from "@/ipc/types";
import { revised } from "./acts";

/** A text with all pieces that are no conflicts applied. */
export function withPieces(
  text: string,
  pieces: readonly Pick<MendPieceView, "edits" | "is_conflict">[],
): string {
  const chars = [...text];
  const edits = pieces.flatMap((piece) => (piece.is_conflict ? [] : piece.edits));
  for (const { range, new: words } of edits.toSorted((a, b) => b.range.start - a.range.start)) {
    chars.splice(range.start, range.end - range.start, words);
  }
  return chars.join("");
}

/** The range of the occurrence of some words that is nearest to a char offset; null if they do not occur. */
export function rangeOf(text: string, words: string, near: number): CharRange | null {
  const place = placeOfQuote(text, words, near);
  if (place === null) return null;
  const start = [...text.slice(0, place.from)].length;
  return { start, end: start + [...words].length };
}

/** The newest text of a mending; null if the page cannot know it. */
async function newestText(issue: MendIssueView, mended: MendedSceneView): Promise<string | null> {
  const { scene, version, rounds, best_round } = mended;
  const { text: input } = await call("scene.text", { scene, version });
  if (rounds.every(({ changed_chars }) => changed_chars === 0)) return input;
  if (rounds.at(-1)?.round !== best_round) return null;
  if ((await currentText(scene)) !== input) return null;
  const { pieces } = await call("mend.proposal", { session: issue.session, scene });
  return withPieces(input, pieces);
}

/** Sets the place of an issue to the selected words. */
export async function align(issue: MendIssueView, mended: MendedSceneView): Promise<boolean> {
  const say = (key: string) => i18next.t(`mending:align.${key}`);
  const passage = selectedPassage();
  if (passage === null || passage.scene !== issue.scene) {
    notify({ id: "mending", text: say("none") });
    if (desk().scene !== issue.scene) arriveAt(issue.scene, null);
    return false;
  }
  return revised(async () => {
    await flushAll();
    const text = await newestText(issue, mended);
    const range = text === null ? null : rangeOf(text, passage.quote, passage.range.start);
    if (range === null) return notify({ id: "mending", text: say("changed") });
    await call("mend.align", { issue: issue.id, seen: issue.revision, range });
    notify({ id: "mending", tone: "success", text: say("done") });
  });
}

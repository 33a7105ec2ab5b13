// Which hunks of a proposal are applied, by the author's decisions.
import type { AiSpan } from "./ai-spans";
import type { Change } from "./difference";
import type { Decision, ProposalHunk } from "./proposal";

/**
 * The accepted hunks. Paragraphs inserted at one position each carry the line end that leads to the next: when those
 * after the last accepted one are rejected, that line end would be followed by nothing and is dropped too. `endsLine`
 * says whether a line of the old text ends at a position.
 */
export function acceptedOf(
  hunks: readonly ProposalHunk[],
  decisions: readonly Decision[],
  endsLine: (at: number) => boolean,
): ProposalHunk[] {
  return hunks.flatMap((hunk, at) => {
    if (decisions[at] !== "accepted") return [];
    let last = at;
    while (
      hunks[last + 1]?.from === hunk.to &&
      hunks[last + 1]?.to === hunk.to &&
      decisions[last + 1] !== "accepted"
    )
      last += 1;
    const continues = decisions[last + 1] === "accepted" && hunks[last + 1]?.from === hunk.to;
    const isBare =
      last > at &&
      !continues &&
      hunk.insert.endsWith("\n") &&
      !hunks[last]?.insert.endsWith("\n") &&
      endsLine(hunk.to);
    return [isBare ? { ...hunk, insert: hunk.insert.slice(0, -1) } : hunk];
  });
}

/** The spans of a generation in the text after changes that insert its words. */
export function spansOf(changes: readonly Change[], generation: number): AiSpan[] {
  let shift = 0;
  return changes.flatMap(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return insert === "" ? [] : [{ generation, from: start, to: start + insert.length }];
  });
}

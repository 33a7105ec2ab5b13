// Which changes of a proposal go into the text, as they are decided.
import type { Decision, ProposalHunk } from "./proposal";

/**
 * The accepted hunks. Paragraphs that come at one place carry the line end towards the next of them: when those behind the last
 * accepted one were left, that line end would stand before nothing and is left too. `endsLine` says whether a line of the old
 * text ends at a place of it.
 */
export function acceptedOf(
  hunks: readonly ProposalHunk[],
  fates: readonly Decision[],
  endsLine: (at: number) => boolean,
): ProposalHunk[] {
  return hunks.flatMap((hunk, at) => {
    if (fates[at] !== "accepted") return [];
    let last = at;
    while (
      hunks[last + 1]?.from === hunk.to &&
      hunks[last + 1]?.to === hunk.to &&
      fates[last + 1] !== "accepted"
    )
      last += 1;
    const goesOn = fates[last + 1] === "accepted" && hunks[last + 1]?.from === hunk.to;
    const isBare =
      last > at &&
      !goesOn &&
      hunk.insert.endsWith("\n") &&
      !hunks[last]?.insert.endsWith("\n") &&
      endsLine(hunk.to);
    return [isBare ? { ...hunk, insert: hunk.insert.slice(0, -1) } : hunk];
  });
}

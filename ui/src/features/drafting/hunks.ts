// The differences of two texts as the backend counts them (char offsets), for the editor (UTF-16 positions).
import type { ProposalHunk } from "@/editor/proposal";
import type { Hunk } from "@/ipc/types";

/** Gives the UTF-16 positions of rising char offsets; an offset beyond the text is its end. */
function follow(text: string): (chars: number) => number {
  let at = 0;
  let counted = 0;
  return (chars) => {
    for (; counted < chars && at < text.length; counted += 1) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    return at;
  };
}

/** The changes that lead from `old` to `next`. */
export function hunksOf(old: string, next: string, edits: readonly Hunk[]): ProposalHunk[] {
  const [inOld, inNext] = [follow(old), follow(next)];
  return edits.map((edit) => {
    const from = inOld(edit.old.start);
    const to = inOld(edit.old.end);
    const start = inNext(edit.new.start);
    return { from, to, insert: next.slice(start, inNext(edit.new.end)) };
  });
}

// Converts the backend's text differences (char offsets) for the editor (UTF-16 positions).
import type { ProposalHunk } from "@/editor/proposal";
import type { Hunk } from "@/ipc/types";

/** Returns a function from increasing char offsets to UTF-16 positions; an offset beyond the text maps to its end. */
function charToUtf16(text: string): (chars: number) => number {
  let at = 0;
  let counted = 0;
  return (chars) => {
    for (; counted < chars && at < text.length; counted += 1) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    return at;
  };
}

/** The hunks that turn `old` into `next`. */
export function hunksOf(old: string, next: string, edits: readonly Hunk[]): ProposalHunk[] {
  const [inOld, inNext] = [charToUtf16(old), charToUtf16(next)];
  return edits.map((edit) => {
    const from = inOld(edit.old.start);
    const to = inOld(edit.old.end);
    const start = inNext(edit.new.start);
    return { from, to, insert: next.slice(start, inNext(edit.new.end)) };
  });
}

// Keeps two panes in step: the paragraph at the reading line of the one that is scrolled stands at the same height in
// the other. The reading line wanders from the top of the window to its bottom, so that beginnings and ends meet.
import type { EditorView } from "@codemirror/view";
import { across, type Placed } from "./compare-panes";

type Side = "old" | "new";

/** Two panes scrolled together. */
export interface ScrollPair {
  /** Aligns the other pane again, after heights have changed or one has been scrolled by the program. */
  align(leader?: Side): void;
  destroy(): void;
}

/** Ties the scrolling of two panes. */
export function pairScrolling(
  views: Readonly<Record<Side, EditorView>>,
  hunks: readonly Placed[],
): ScrollPair {
  let leading: Side = "old";
  let frame = 0;
  const expected: Record<Side, number> = { old: -1, new: -1 };

  const follow = () => {
    frame = 0;
    const other: Side = leading === "old" ? "new" : "old";
    const top = alignedTop(views[leading], views[other], (at) => across(at, hunks, leading));
    const { scrollDOM } = views[other];
    if (Math.abs(scrollDOM.scrollTop - top) < 1) return;
    scrollDOM.scrollTop = top;
    expected[other] = scrollDOM.scrollTop;
  };
  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(follow);
  };
  const scrolled = (side: Side) => () => {
    if (Math.abs(views[side].scrollDOM.scrollTop - expected[side]) < 1.5) return;
    expected[side] = -1;
    leading = side;
    follow();
  };
  const listeners = { old: scrolled("old"), new: scrolled("new") };
  for (const side of ["old", "new"] as const)
    views[side].scrollDOM.addEventListener("scroll", listeners[side]);
  return {
    align: (leader) => {
      if (leader) {
        leading = leader;
        expected[leader] = views[leader].scrollDOM.scrollTop;
      }
      ask();
    },
    destroy: () => {
      cancelAnimationFrame(frame);
      for (const side of ["old", "new"] as const)
        views[side].scrollDOM.removeEventListener("scroll", listeners[side]);
    },
  };
}

function alignedTop(leader: EditorView, other: EditorView, map: (position: number) => number): number {
  const { scrollTop, clientHeight, scrollHeight } = leader.scrollDOM;
  const room = scrollHeight - clientHeight;
  const reading = room > 0 ? (scrollTop / room) * clientHeight : 0;
  const height = scrollTop + reading - leader.documentPadding.top;
  const block = leader.lineBlockAtHeight(height);
  const share = block.height > 0 ? Math.min(1, Math.max(0, (height - block.top) / block.height)) : 0;
  const position = Math.min(other.state.doc.length, map(block.from + share * block.length));
  const there = other.lineBlockAt(Math.floor(position));
  const part = there.length > 0 ? (position - there.from) / there.length : share;
  const beyond = height - block.bottom > 0 ? height - block.bottom : Math.min(0, height - block.top);
  return Math.max(0, there.top + part * there.height + beyond + other.documentPadding.top - reading);
}

// Synchronises the scrolling of two panes: the paragraph at the reading line of the scrolled pane is shown at the same
// height in the other. The reading line moves from the top of the window to its bottom, so that beginnings and ends
// align.
import type { EditorView } from "@codemirror/view";
import { across, type Placed } from "./compare-panes";

type Side = "old" | "new";

/** Two panes scrolled together. */
export interface ScrollPair {
  /** Aligns the other pane again, after heights have changed or the program has scrolled one. */
  align(leader?: Side): void;
  destroy(): void;
}

const HINTS = ["wheel", "pointerdown", "touchstart", "keydown", "focusin"] as const;

/**
 * Links the scrolling of two panes. The pane the author last touched leads: the other one also scrolls when its heights
 * become known, so a scroll event alone does not show the author's intent.
 */
export function pairScrolling(
  views: Readonly<Record<Side, EditorView>>,
  hunks: readonly Placed[],
): ScrollPair {
  let leading: Side = "old";
  let frame = 0;
  const ended = new AbortController();

  const follow = () => {
    const other: Side = leading === "old" ? "new" : "old";
    const top = alignedTop(views[leading], views[other], (at) => across(at, hunks, leading));
    const { scrollDOM } = views[other];
    if (Math.abs(scrollDOM.scrollTop - top) >= 1) scrollDOM.scrollTop = top;
  };
  const ask = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(follow);
  };
  for (const side of ["old", "new"] as const) {
    const { dom, scrollDOM } = views[side];
    const options = { signal: ended.signal, passive: true };
    for (const hint of HINTS) {
      dom.addEventListener(
        hint,
        () => {
          leading = side;
        },
        options,
      );
    }
    scrollDOM.addEventListener("scroll", () => (side === leading ? follow() : ask()), options);
  }
  return {
    align: (leader = leading) => {
      leading = leader;
      ask();
    },
    destroy: () => {
      cancelAnimationFrame(frame);
      ended.abort();
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

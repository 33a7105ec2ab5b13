// Draws anchors of threads by role: a thin underline below the passage and a dot beside its first line. Only visible anchors are
// drawn, from their exact positions, so that what is drawn is what will be stored.
import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type Anchor, heldAnchors, type ThreadRole } from "./anchors";
import { textLine } from "./text-line";

const dots: Record<ThreadRole, Decoration> = {
  plant: Decoration.line({ class: "cm-anchored cm-anchored-plant" }),
  reminder: Decoration.line({ class: "cm-anchored cm-anchored-reminder" }),
  payoff: Decoration.line({ class: "cm-anchored cm-anchored-payoff" }),
};

function lineUnder({ id, role, title }: Anchor): Decoration {
  const attributes = { "data-anchor": id, ...(title && { title }) };
  return Decoration.mark({ class: `cm-anchor cm-anchor-${role}`, attributes });
}

function drawn(state: EditorState, from: number, to: number): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const lines = new Set<number>();
  for (const anchor of heldAnchors(state)) {
    const { role } = anchor;
    if (role === "comment" || anchor.from === anchor.to || anchor.to < from || anchor.from > to) continue;
    ranges.push(lineUnder(anchor).range(anchor.from, anchor.to));
    const line = state.doc.lineAt(anchor.from).from;
    if (!lines.has(line)) ranges.push(dots[role].range(line));
    lines.add(line);
  }
  return Decoration.set(ranges, true);
}

const drawing = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor({ state, viewport }: EditorView) {
      this.decorations = drawn(state, viewport.from, viewport.to);
    }

    update({ docChanged, viewportChanged, startState, state, view: { viewport } }: ViewUpdate): void {
      if (!docChanged && !viewportChanged && heldAnchors(startState) === heldAnchors(state)) return;
      this.decorations = drawn(state, viewport.from, viewport.to);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const underline = (style: string) => ({
  ...textLine({ style, thickness: "1px", color: "var(--editor-accent)" }),
  textDecorationSkipInk: "none",
  // Below the underlines of marks, so that both stay visible.
  textUnderlineOffset: "0.42em",
});

const theme = EditorView.theme({
  ".cm-anchor-plant": underline("dashed"),
  ".cm-anchor-reminder": underline("dotted"),
  ".cm-anchor-payoff": underline("solid"),
  ".cm-anchored": { position: "relative" },
  ".cm-anchored::before": {
    content: '""',
    position: "absolute",
    left: "-1.1em",
    top: "calc(var(--editor-line-height) * 0.5em - 3px)",
    width: "6px",
    height: "6px",
    boxSizing: "border-box",
    border: "1px solid var(--editor-accent)",
    borderRadius: "50%",
  },
  ".cm-anchored-reminder::before": {
    background: "linear-gradient(to right, var(--editor-accent) 50%, transparent 50%)",
  },
  ".cm-anchored-payoff::before": { background: "var(--editor-accent)" },
});

/** Drawn anchors, as an extension. Requires `anchors`. */
export const anchorDrawing = [drawing, theme];

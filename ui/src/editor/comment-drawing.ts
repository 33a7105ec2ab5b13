// Draws comments: their passages lit in the comment's colour, and a sign in the right margin beside the first line. Done
// comments keep a faint sign. Paragraphs left out of print are faded. Only what is visible is drawn, from the exact
// positions, so that what is drawn is what will be stored.
import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type Anchor, type CommentTone, heldAnchors } from "./anchors";

const TONES: readonly CommentTone[] = [
  "yellow",
  "green",
  "blue",
  "pink",
  "purple",
  "grey",
  "done",
  "unprinted",
];

const signs = new Map(
  TONES.map((tone) => [tone, Decoration.line({ class: `cm-commented cm-commented-${tone}` })]),
);
const unprinted = Decoration.line({ class: "cm-unprinted" });

function light({ id, title }: Anchor, tone: CommentTone): Decoration {
  const attributes = { "data-comment": id, ...(title && { title }) };
  return Decoration.mark({ class: `cm-comment cm-comment-${tone}`, attributes });
}

/** The strongest tone of a line gives its sign: an open comment before one that is done. */
function stronger(one: CommentTone | undefined, other: CommentTone): CommentTone {
  return one === undefined || one === "done" || (one === "unprinted" && other !== "done") ? other : one;
}

function drawn(state: EditorState, from: number, to: number): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const lines = new Map<number, CommentTone>();
  const faded = new Set<number>();
  for (const anchor of heldAnchors(state)) {
    if (anchor.role !== "comment" || anchor.from === anchor.to || anchor.to < from || anchor.from > to)
      continue;
    const tone = anchor.tone ?? "yellow";
    ranges.push(light(anchor, tone).range(anchor.from, anchor.to));
    const line = state.doc.lineAt(anchor.from);
    lines.set(line.from, stronger(lines.get(line.from), tone));
    if (tone !== "unprinted") continue;
    for (let at = line; ; at = state.doc.line(at.number + 1)) {
      if (at.to >= from && at.from <= to) faded.add(at.from);
      // A passage that ends with a line break does not touch the next line.
      if (at.to + 1 >= anchor.to || at.number === state.doc.lines) break;
    }
  }
  for (const [line, tone] of lines) ranges.push((signs.get(tone) as Decoration).range(line));
  for (const line of faded) ranges.push(unprinted.range(line));
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

const lit = (tone: string) => ({
  background: `color-mix(in srgb, var(--comment-${tone}) 26%, transparent)`,
  boxShadow: `0 2px 0 0 color-mix(in srgb, var(--comment-${tone}) 75%, transparent)`,
});

const colours = TONES.filter((tone) => tone !== "done" && tone !== "unprinted");

const theme = EditorView.theme({
  ...Object.fromEntries(colours.map((tone) => [`.cm-comment-${tone}`, lit(tone)])),
  ...Object.fromEntries(
    colours.map((tone) => [`.cm-commented-${tone}::after`, { background: `var(--comment-${tone})` }]),
  ),
  ".cm-commented, .cm-unprinted": { position: "relative" },
  // A small speech bubble: a box with one square corner.
  ".cm-commented::after": {
    content: '""',
    position: "absolute",
    right: "-1.3em",
    top: "calc(var(--editor-line-height) * 0.5em - 5px)",
    width: "11px",
    height: "9px",
    boxSizing: "border-box",
    borderRadius: "3px 3px 3px 0",
    border: "1px solid color-mix(in srgb, var(--editor-ink) 45%, transparent)",
    cursor: "pointer",
  },
  ".cm-commented-done::after": { background: "transparent", opacity: "0.7" },
  ".cm-commented-unprinted::after": {
    background:
      "linear-gradient(to top right, transparent 44%, currentColor 44%, currentColor 56%, transparent 56%)",
    borderRadius: "2px",
  },
  ".cm-unprinted": { opacity: "0.5" },
});

/** Drawn comments, as an extension. Requires `anchors`. */
export const commentDrawing = [drawing, theme];

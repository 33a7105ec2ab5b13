// The editor's appearance: the author's type settings as CSS variables on the editor, colours from the window's tokens.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { textLine } from "./text-line";

/** The author's type settings. One 字 is one em of the reading font. */
export interface Appearance {
  /** Font families that precede those of the text's language, in CSS syntax; may be empty. */
  fontFamily: string;
  /** In CSS pixels. */
  fontSize: number;
  /** As a multiple of the font size. */
  lineHeight: number;
  /** Line length in 字. */
  measure: number;
  /** First-line indent in 字. */
  indent: number;
}

/** Which element scrolls: the editor itself, or an element around it. */
export type Scrolls = "self" | "outside";

/** Applies the settings; the editor measures itself again where they changed. */
export function applyAppearance(view: EditorView, appearance: Appearance): void {
  const { style } = view.dom;
  style.setProperty("--editor-font", appearance.fontFamily === "" ? " " : `${appearance.fontFamily},`);
  style.setProperty("--editor-size", `${bounded(appearance.fontSize, 8, 96)}px`);
  style.setProperty("--editor-line-height", String(bounded(appearance.lineHeight, 1, 4)));
  style.setProperty("--editor-measure", `${bounded(appearance.measure, 8, 200)}em`);
  style.setProperty("--editor-indent", `${bounded(appearance.indent, 0, 4)}em`);
  view.requestMeasure();
}

/** Sets the placeholder shown in an empty text; undefined for none. */
export function showHint(view: EditorView, hint: string | undefined): void {
  view.dom.style.setProperty("--editor-hint", hint === undefined ? "none" : JSON.stringify(hint));
}

function bounded(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

const underline = (color: string, style = "solid", thickness = "1.5px") => ({
  ...textLine({ style, thickness, color }),
  textDecorationSkipInk: "none",
  textUnderlineOffset: "0.28em",
});

const theme = EditorView.theme({
  "&": {
    "--editor-text": "var(--text)",
    "--editor-quiet": "var(--text-subtle)",
    "--editor-faint": "var(--text-faint)",
    "--editor-line": "var(--border)",
    "--editor-accent": "var(--accent)",
    "--editor-selection": "var(--selection)",
    color: "var(--editor-text)",
    backgroundColor: "transparent",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--editor-font) var(--font-reading)",
    fontSize: "var(--editor-size)",
    lineHeight: "var(--editor-line-height)",
  },
  ".cm-content": {
    maxWidth: "calc(var(--editor-measure) + 4em)",
    margin: "0 auto",
    paddingInline: "2em",
    paddingBlock: "0",
    caretColor: "var(--editor-accent)",
    lineBreak: "strict",
  },
  ".cm-content[lang], .cm-line[lang]": { fontFamily: "var(--editor-font) var(--font-reading)" },
  ".cm-line": { padding: "0", textIndent: "var(--editor-indent)" },
  // Drawn on the line itself: an element inside the text would get in the way of an input method.
  "&.cm-empty .cm-content > .cm-line:only-child::before": {
    content: "var(--editor-hint, none)",
    float: "left",
    height: "0",
    color: "var(--editor-faint)",
    pointerEvents: "none",
  },
  ".cm-line:is(.cm-own-indent, .cm-heading, .cm-rule, .cm-quote, .cm-centre, .cm-right)": { textIndent: "0" },
  ".cm-line.cm-centre, .cm-line.cm-rule": { textAlign: "center" },
  // Lines of text rarely reach the margin, so a line at its very edge would stick out of them.
  ".cm-line.cm-right": { textAlign: "end", paddingInlineEnd: "max(1em, var(--editor-indent))" },
  ".cm-line.cm-quote": {
    marginInlineStart: "max(1em, var(--editor-indent))",
    paddingInlineStart: "1em",
    borderInlineStart: "2px solid var(--editor-line)",
  },
  // WebKit darkens an opaque colour of a selection, because it takes the ground for white. Faint words, coloured ones
  // and those of a dimmed paragraph would be unreadable on it.
  ".cm-content ::selection, .cm-content::selection": {
    backgroundColor: "color-mix(in srgb, var(--editor-selection) 99%, transparent)",
    color: "var(--editor-text)",
  },
  ".cm-resting-selection": { backgroundColor: "var(--editor-selection)" },
  ".cm-pointed-out": { backgroundColor: "var(--hit)", borderRadius: "2px" },
  ".cm-mark-hit": { backgroundColor: "var(--hit)", borderRadius: "2px" },
  ".cm-mark-current-hit": {
    backgroundColor: "var(--hit-current)",
    borderRadius: "2px",
    boxShadow: "0 0 0 1px var(--hit-current)",
  },
  ".cm-mark-issue-low": underline("var(--issue-low)", "dotted"),
  ".cm-mark-issue-medium": underline("var(--issue-medium)"),
  ".cm-mark-issue-high": underline("var(--issue-high)", "wavy"),
  ".cm-mark-issue-critical": {
    ...underline("var(--issue-critical)", "wavy"),
    backgroundColor: "var(--danger-soft)",
  },
  ".cm-mark-evidence": underline("var(--editor-accent)", "dotted", "1px"),
  ".cm-mark-thread": underline("var(--editor-accent)", "dashed", "1px"),
  ".cm-mark-ai": { backgroundColor: "var(--accent-soft)" },
  ".cm-mark-difference-added": { backgroundColor: "var(--added)", color: "var(--added-text)" },
  ".cm-mark-difference-removed": {
    backgroundColor: "var(--removed)",
    color: "var(--removed-text)",
    ...textLine({
      line: "line-through",
      thickness: "1px",
      color: "color-mix(in srgb, var(--removed-text) 60%, transparent)",
    }),
  },
  "&.cm-focus-mode .cm-line": { color: "var(--editor-faint)", transition: "color 150ms" },
  "&.cm-focus-mode .cm-line.cm-focused-paragraph": { color: "inherit" },
  "&.cm-focus-mode .cm-line:not(.cm-focused-paragraph) span": { color: "inherit" },
  // Dimmed words are unreadable on a coloured background.
  "&.cm-focus-mode .cm-line:not(.cm-focused-paragraph) span:is(.cm-mark-hit, .cm-mark-current-hit, .cm-mark-issue-critical, .cm-mark-ai, .cm-resting-selection, .cm-pointed-out)":
    { color: "var(--editor-text)" },
  "@media (prefers-reduced-motion: reduce)": {
    "&.cm-focus-mode .cm-line": { transition: "none" },
  },
});

const scrolling = {
  self: EditorView.theme({
    "&": { height: "100%" },
    ".cm-scroller": { overflow: "hidden auto" },
    ".cm-content": { paddingBlock: "2em 35vh" },
    "&.cm-typewriter .cm-content": { paddingBlock: "42vh 48vh" },
  }),
  outside: EditorView.theme({
    ".cm-scroller": { overflow: "visible" },
  }),
};

/** Whether there is a text: engines do not always notice that a line came to have one. */
const emptiness = EditorView.editorAttributes.compute(
  ["doc"],
  ({ doc }): Record<string, string> => (doc.length === 0 ? { class: "cm-empty" } : {}),
);

/** The appearance as an extension: line wrapping, one column, the window's colours. */
export function appearance(scrolls: Scrolls): Extension {
  // Of two conflicting rules for an element, the one from the earlier extension applies.
  return [EditorView.lineWrapping, scrolling[scrolls], theme, emptiness];
}

// The appearance of proposals. Text that is not yet in the document must not look like document text: it is shown
// beside a bar while it streams in, and on a background of its own once it can be decided.
import { EditorView } from "@codemirror/view";
import { textLine } from "./text-line";

const dimmed = "&.cm-focus-mode .cm-line:not(.cm-focused-paragraph)";

/** The appearance as an extension. */
export const proposalLook = EditorView.theme({
  ".cm-proposal-old": { color: "var(--editor-faint)" },
  ".cm-proposal-arriving": {
    // No margins above or below: the editor does not measure them.
    marginInlineStart: "calc(-0.7em - 2px)",
    paddingInlineStart: "0.7em",
    borderInlineStart: "2px solid var(--editor-accent)",
    userSelect: "text",
    cursor: "auto",
  },
  ".cm-proposal-paragraph": {
    textIndent: "var(--editor-indent)",
    minHeight: "calc(var(--editor-line-height) * 1em)",
  },
  ".cm-proposal-paragraph.cm-own-indent": { textIndent: "0" },
  // A dot: a bar would look like a second caret.
  ".cm-proposal-end": {
    display: "inline-block",
    width: "0.4em",
    height: "0.4em",
    marginInlineStart: "0.2em",
    verticalAlign: "0.12em",
    borderRadius: "50%",
    backgroundColor: "var(--editor-accent)",
    animation: "cm-proposal-blink 1.1s steps(1) infinite",
  },
  "@keyframes cm-proposal-blink": { "0%": {}, "50%": { opacity: "0" }, "100%": {} },
  "@media (prefers-reduced-motion: reduce)": { ".cm-proposal-end": { animation: "none" } },

  ".cm-proposal-removed": {
    backgroundColor: "var(--removed)",
    color: "var(--removed-text)",
    ...textLine({ line: "line-through", thickness: "1px", color: "var(--removed-text)" }),
  },
  ".cm-proposal-removed.cm-proposal-accepted": {
    backgroundColor: "transparent",
    color: "var(--editor-faint)",
    ...textLine({ line: "line-through", thickness: "1px", color: "var(--editor-faint)" }),
  },
  ".cm-proposal-removed.cm-proposal-rejected": {
    backgroundColor: "transparent",
    color: "inherit",
    textDecorationLine: "none",
  },
  ".cm-proposal-hunk": { userSelect: "text", cursor: "auto" },
  ".cm-proposal-inserted": { textDecorationLine: "none" },
  ".cm-proposal-inline .cm-proposal-inserted, .cm-proposal-words": {
    backgroundColor: "var(--added)",
    color: "var(--added-text)",
    borderRadius: "2px",
    boxDecorationBreak: "clone",
  },
  ".cm-proposal-inline.cm-proposal-accepted .cm-proposal-inserted, .cm-proposal-accepted .cm-proposal-words":
    textLine({ thickness: "1.5px", color: "var(--added-text)" }),
  ".cm-proposal-inline.cm-proposal-rejected .cm-proposal-inserted, .cm-proposal-rejected .cm-proposal-words":
    {
      backgroundColor: "transparent",
      color: "var(--editor-faint)",
      ...textLine({ line: "line-through", thickness: "1px", color: "var(--editor-faint)" }),
    },
  ".cm-proposal-removed.cm-proposal-current, .cm-proposal-inline.cm-proposal-current .cm-proposal-inserted, .cm-proposal-current .cm-proposal-words":
    { boxShadow: "0 0 0 1.5px var(--focus-ring)", borderRadius: "2px" },

  ".cm-proposal-note": {
    marginInline: "4px",
    padding: "1px 6px",
    border: "1px dashed var(--warning)",
    borderRadius: "6px",
    color: "var(--warning)",
    fontSize: "0.75em",
    textIndent: "0",
    userSelect: "none",
  },
  ".cm-proposal-current .cm-proposal-note": { boxShadow: "0 0 0 1.5px var(--focus-ring)" },

  ".cm-proposal-choices": {
    display: "inline-flex",
    gap: "2px",
    marginInline: "4px",
    verticalAlign: "middle",
    textIndent: "0",
    whiteSpace: "nowrap",
    userSelect: "none",
  },
  ".cm-proposal-choice": {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    width: "20px",
    height: "20px",
    padding: "0",
    border: "1px solid var(--border-strong)",
    borderRadius: "6px",
    backgroundColor: "var(--surface-raised)",
    color: "var(--text-subtle)",
    cursor: "pointer",
  },
  ".cm-proposal-choice svg": {
    width: "12px",
    height: "12px",
    fill: "none",
    stroke: "currentColor",
    strokeWidth: "2.5",
    strokeLinecap: "round",
    strokeLinejoin: "round",
  },
  ".cm-proposal-choice:hover": { backgroundColor: "var(--surface-hover)", color: "var(--text)" },
  ".cm-proposal-choice:focus-visible": { outline: "2px solid var(--focus-ring)", outlineOffset: "1px" },
  ".cm-proposal-choice-accepted[aria-pressed=true]": {
    backgroundColor: "var(--success-soft)",
    borderColor: "var(--success)",
    color: "var(--success)",
  },
  ".cm-proposal-choice-rejected[aria-pressed=true]": {
    backgroundColor: "var(--danger-soft)",
    borderColor: "var(--danger)",
    color: "var(--danger)",
  },
  // Dimmed words are unreadable on a coloured background.
  [`${dimmed} .cm-proposal-removed.cm-proposal-open`]: { color: "var(--removed-text)" },
  [`${dimmed} .cm-proposal-inserted`]: { color: "var(--added-text)" },
  [`${dimmed} .cm-proposal-rejected .cm-proposal-inserted`]: { color: "var(--editor-faint)" },
});

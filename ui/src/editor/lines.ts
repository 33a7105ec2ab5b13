// Classifies visible lines with a CSS class: Markdown headings, quotes and rules, and lines with an indent of their
// own. None of these get a first-line indent.
import { Decoration } from "@codemirror/view";
import { lineDecorations } from "./line-decorations";

const heading = Decoration.line({ class: "cm-heading" });
const quote = Decoration.line({ class: "cm-quote" });
const rule = Decoration.line({ class: "cm-rule" });
const ownIndentLine = Decoration.line({ class: "cm-own-indent" });

function kindOf(line: string): Decoration | null {
  if (/^#{1,6}(?:\s|$)/.test(line)) return heading;
  if (/^>/.test(line)) return quote;
  if (/^(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/.test(line)) return rule;
  return ownIndent(line) ? ownIndentLine : null;
}

/** Whether a line starts with an indent of its own. */
export function ownIndent(line: string): boolean {
  return /^[\u3000\t]|^ {2}/.test(line);
}

/** Only the start of a line matters. */
export const lineKinds = lineDecorations((line) => kindOf(line.text.slice(0, 80)));

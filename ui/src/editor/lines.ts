// What kind of line each visible line is, as a class: headings, quotes and rules of Markdown, and lines that bring
// their own indent, all of which take no first-line indent.
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

/** Whether a line begins with an indent of its own. */
export function ownIndent(line: string): boolean {
  return /^[\u3000\t]|^ {2}/.test(line);
}

/** Only the beginnings of lines matter. */
export const lineKinds = lineDecorations((line) => kindOf(line.text.slice(0, 80)));

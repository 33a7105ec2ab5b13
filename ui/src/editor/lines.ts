// Classifies visible lines with a CSS class: headings, quotations, breaks, lines set apart, and lines with an indent of
// their own. None of these get a first-line indent.
import { Decoration } from "@codemirror/view";
import { lineDecorations } from "./line-decorations";
import { type ProseMarkKind, proseMarks } from "./prose-marks";

const lineClass = (name: string) => Decoration.line({ class: name });
const KINDS: Partial<Record<ProseMarkKind, Decoration>> = {
  heading: lineClass("cm-heading"),
  quotation: lineClass("cm-quote"),
  break: lineClass("cm-rule"),
  centre: lineClass("cm-centre"),
  right: lineClass("cm-right"),
};
const ownIndentLine = lineClass("cm-own-indent");

/** The longest line whose end is read: only centred lines have a mark there. */
const LONGEST_APART = 2_000;

function kindOf(line: string): Decoration | null {
  if (/^[ \t\u3000]*[#>*＊-]/.test(line)) {
    const [first] = proseMarks(line.slice(0, LONGEST_APART));
    const kind = first && KINDS[first.kind];
    if (kind) return kind;
  }
  return ownIndent(line) ? ownIndentLine : null;
}

/** Whether a line starts with an indent of its own. */
export function ownIndent(line: string): boolean {
  return /^[\u3000\t]|^ {2}/.test(line);
}

export const lineKinds = lineDecorations((line) => kindOf(line.text));

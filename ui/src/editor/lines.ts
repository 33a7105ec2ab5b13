// What kind of line each visible line is, as a class: headings, quotes and rules of Markdown, and lines that bring
// their own indent, all of which take no first-line indent.
import { RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

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

/** Only the visible lines are looked at, and only their beginnings matter. */
export const lineKinds = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = classify(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = classify(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function classify(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const kind = at === line.from ? kindOf(line.text.slice(0, 80)) : null;
      if (kind) builder.add(line.from, line.from, kind);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

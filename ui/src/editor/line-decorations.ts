// Line decorations that depend only on the line itself. Only visible lines are examined.
import { type Extension, type Line, RangeSetBuilder } from "@codemirror/state";
import {
  type Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

type DecorationOf = (line: Line) => Decoration | null;

/** Decorates each visible line with the result of `of`. */
export function lineDecorations(of: DecorationOf): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorated(view, of);
      }

      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.decorations = decorated(update.view, of);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function decorated(view: EditorView, of: DecorationOf): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const decoration = at === line.from ? of(line) : null;
      if (decoration) builder.add(line.from, line.from, decoration);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

// The caret never stands between the characters of one sign, such as 》》: words typed there would break the mark.
import { RangeSet, RangeValue } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { hiddenParts, type ProseMarkKind, proseMarks } from "./prose-marks";

const WITH_LONG_SIGNS: ReadonlySet<ProseMarkKind> = new Set(["bold", "bold_italic", "dots"]);

const SIGN = new (class extends RangeValue {})();

/** The signs of more than one character in the line of the caret: only these are within its next step. */
export const wholeSigns = EditorView.atomicRanges.of((view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const signs = proseMarks(line.text)
    .filter(({ kind }) => WITH_LONG_SIGNS.has(kind))
    .flatMap((mark) => [...hiddenParts(mark)]);
  const ranges = signs.map(({ from, to }) => SIGN.range(line.from + from, line.from + to));
  return RangeSet.of(ranges, true);
});

// The caret never stands between the characters of one sign, such as 》》: words typed there would break the mark.
import { RangeSet, RangeSetBuilder, RangeValue } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { hiddenParts, type ProseMarkKind, proseMarks } from "./prose-marks";

const WITH_LONG_SIGNS: ReadonlySet<ProseMarkKind> = new Set(["bold", "bold_italic", "dots"]);

class Sign extends RangeValue {}
const SIGN = new Sign();

/** The signs of more than one character in the line of the caret: only these are within its next step. */
export const wholeSigns = EditorView.atomicRanges.of((view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const signs = proseMarks(line.text)
    .filter(({ kind }) => WITH_LONG_SIGNS.has(kind))
    .flatMap((mark) => [...hiddenParts(mark)])
    .sort((one, two) => one.from - two.from);
  if (signs.length === 0) return RangeSet.empty;
  const builder = new RangeSetBuilder<RangeValue>();
  for (const { from, to } of signs) builder.add(line.from + from, line.from + to, SIGN);
  return builder.finish();
});

// Two presses select a word, three a paragraph. A word is one of the dictionary, without hidden marks; a paragraph is
// taken without its line end, so that words typed over it do not join the next one.
import { EditorSelection, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { hiddenParts, proseMarks } from "./prose-marks";

interface Range {
  from: number;
  to: number;
}

const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The visible parts of a line: those between its hidden marks. */
function visibleParts(line: string): Range[] {
  const hidden = proseMarks(line)
    .flatMap((mark) => [...hiddenParts(mark)])
    .sort((one, other) => one.from - other.from);
  const starts = [0, ...hidden.map(({ to }) => to)];
  const ends = [...hidden.map(({ from }) => from), line.length];
  return starts
    .map((from, at) => ({ from, to: ends[at] ?? line.length }))
    .filter(({ from, to }) => from < to);
}

/** The word that contains the character at a column, or the nearest word where that character is hidden. */
export function wordAt(line: string, column: number): Range {
  const distance = ({ from, to }: Range) => Math.max(from - column, column - to + 1, 0);
  const [part] = visibleParts(line).sort((one, other) => distance(one) - distance(other));
  if (part === undefined) return { from: 0, to: line.length };
  const at = Math.min(Math.max(column, part.from), part.to - 1);
  const word = words.segment(line.slice(part.from, part.to)).containing(at - part.from);
  if (word === undefined) return part;
  const from = part.from + word.index;
  return { from, to: from + word.segment.length };
}

function unitAt(view: EditorView, { clientX: x, clientY: y }: MouseEvent, presses: number): Range {
  const { pos, assoc } = view.posAndSideAtCoords({ x, y }, false);
  const { from, to, text } = view.state.doc.lineAt(pos);
  if (presses > 2) return { from, to };
  const word = wordAt(text, assoc < 0 ? Math.max(pos - from - 1, 0) : pos - from);
  return { from: from + word.from, to: from + word.to };
}

/** Selects by words or paragraphs from the second press on, as an extension. */
export const repeatedPress: Extension = EditorView.mouseSelectionStyle.of((view, press) => {
  const { detail: presses, button, shiftKey } = press;
  if (button !== 0 || presses < 2 || shiftKey) return null;
  let first = unitAt(view, press, presses);
  return {
    get: (event) => {
      const last = unitAt(view, event, presses);
      return last.from < first.from
        ? EditorSelection.single(first.to, last.from)
        : EditorSelection.single(first.from, Math.max(first.to, last.to));
    },
    update: ({ docChanged, changes }) => {
      if (docChanged) first = { from: changes.mapPos(first.from, 1), to: changes.mapPos(first.to, -1) };
      return false;
    },
  };
});

// Two presses select a word, three a paragraph. A word is one of the dictionary, without hidden marks; a paragraph is
// taken without its line end, so that words typed over it do not join the next one.
import { EditorSelection, type Extension, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { hiddenIn } from "./prose-marks";

interface Range {
  from: number;
  to: number;
}

/** A pointer that moved farther since the press, in pixels, extends the selection. */
const MOVED = 4;

const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The visible parts of a line: those between its hidden marks. */
function visibleParts(line: string): Range[] {
  const hidden = hiddenIn(line).sort((one, other) => one.from - other.from);
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

/** A place in a text that the pointer is at; `side` is where the pointed character is. */
interface Place {
  doc: Text;
  pos: number;
  side: -1 | 1;
}

function placeAt(view: EditorView, { clientX: x, clientY: y }: MouseEvent): Place {
  const { pos, assoc } = view.posAndSideAtCoords({ x, y }, false);
  return { doc: view.state.doc, pos, side: assoc };
}

function unitAt({ doc, pos, side }: Place, presses: number): Range {
  const { from, to, text } = doc.lineAt(pos);
  if (presses > 2) return { from, to };
  const word = wordAt(text, side < 0 ? Math.max(pos - from - 1, 0) : pos - from);
  return { from: from + word.from, to: from + word.to };
}

/**
 * Selects by words or paragraphs from the second press on, as an extension. The place is that of the first press, which
 * may have shown hidden marks and moved the words.
 */
export function repeatedPress(): Extension {
  let first: Place | null = null;
  const notesFirst = EditorView.domEventObservers({
    mousedown: (event, view) => {
      if (event.detail === 1 || first?.doc !== view.state.doc) first = placeAt(view, event);
    },
  });
  const selects = EditorView.mouseSelectionStyle.of((view, press) => {
    const { detail: presses, button, shiftKey, clientX, clientY } = press;
    if (button !== 0 || presses < 2 || shiftKey) return null;
    let begin = unitAt(first ?? placeAt(view, press), presses);
    return {
      get: (event) => {
        const isMoved = Math.abs(event.clientX - clientX) + Math.abs(event.clientY - clientY) > MOVED;
        const end = isMoved ? unitAt(placeAt(view, event), presses) : begin;
        return end.from < begin.from
          ? EditorSelection.single(begin.to, end.from)
          : EditorSelection.single(begin.from, Math.max(begin.to, end.to));
      },
      update: ({ docChanged, changes }) => {
        if (docChanged) begin = { from: changes.mapPos(begin.from, 1), to: changes.mapPos(begin.to, -1) };
        return false;
      },
    };
  });
  return [notesFirst, selects];
}

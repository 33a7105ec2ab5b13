// Marks over the text: search hits, issues, evidence, threads, AI spans. Each layer is set as a whole for a stored
// version of the text, mapped through the edits made since, and follows later edits. No range, however wrong, can break
// an edit.
import {
  type EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";
import { knownText, knownTexts, type TextName } from "./known-texts";
import { clamp, toUtf16 } from "./positions";
import { moves } from "./program";

/** The kind of a mark, which decides its appearance. */
export type MarkKind =
  | "hit"
  | "current-hit"
  | "issue-low"
  | "issue-medium"
  | "issue-high"
  | "issue-critical"
  | "evidence"
  | "thread"
  | "ai"
  | "difference-added"
  | "difference-removed";

/** A marked range of the text. Marks returned to callers have their current UTF-16 positions. */
export interface Mark {
  id: string;
  from: number;
  to: number;
  kind: MarkKind;
  title?: string;
}

/** All marks of one layer, in positions of one text: a stored version, or a remembered moment. */
export type MarkSet = {
  layer: string;
  unit: "chars" | "utf16";
  marks: readonly Mark[];
} & TextName;

type Layers = ReadonlyMap<string, DecorationSet>;

const putLayer = StateEffect.define<{ layer: string; set: DecorationSet }>();

const marksField = StateField.define<Layers>({
  create: () => new Map(),
  update: (value, transaction) => {
    let layers = moves(transaction) ? moved(value, transaction) : value;
    for (const effect of transaction.effects) {
      if (!effect.is(putLayer)) continue;
      const next = new Map(layers);
      if (effect.value.set.size === 0) next.delete(effect.value.layer);
      else next.set(effect.value.layer, effect.value.set);
      layers = next;
    }
    return layers;
  },
  provide: (field) => EditorView.decorations.computeN([field], (state) => [...state.field(field).values()]),
});

function moved(layers: Layers, { changes }: Transaction): Layers {
  const next = new Map<string, DecorationSet>();
  for (const [layer, set] of layers) {
    const mapped = set.map(changes);
    if (mapped.size > 0) next.set(layer, mapped);
  }
  return next;
}

/** The decoration that shows a mark. It stores the mark for lookups by position. */
function decorationOf(mark: Mark): Decoration {
  const attributes: Record<string, string> = mark.title ? { title: mark.title } : {};
  return Decoration.mark({ class: `cm-mark cm-mark-${mark.kind}`, attributes, mark });
}

/** The marks of a set at their current positions, or null when its text is no longer known. */
function placed(state: EditorState, set: MarkSet): DecorationSet | null {
  const known = knownText(state, set);
  if (!known) return null;
  const marks = set.marks.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to) && from < to);
  const starts = marks.map(({ from }) => from);
  const ends = marks.map(({ to }) => to);
  const [froms, tos] =
    set.unit === "chars"
      ? [toUtf16(known.doc, starts), toUtf16(known.doc, ends)]
      : [starts, ends].map((list) => list.map((position) => clamp(position, known.doc.length)));
  const ranges = [];
  for (const [at, mark] of marks.entries()) {
    const from = known.changes.mapPos(froms?.[at] ?? 0, 1);
    const to = known.changes.mapPos(tos?.[at] ?? 0, -1);
    if (from < to) ranges.push(decorationOf(mark).range(from, to));
  }
  return RangeSet.of(ranges, true);
}

/** The effect that replaces a layer, or null when the set's text is unknown. */
export function layerEffect(state: EditorState, set: MarkSet): StateEffect<unknown> | null {
  const decorations = placed(state, set);
  return decorations && putLayer.of({ layer: set.layer, set: decorations });
}

const PRIORITY: readonly MarkKind[] = [
  "issue-critical",
  "issue-high",
  "issue-medium",
  "issue-low",
  "ai",
  "thread",
  "evidence",
  "difference-added",
  "difference-removed",
  "current-hit",
  "hit",
];

/** The most important mark at a position, with its current range; `touching` includes one that ends there. */
export function markAt(state: EditorState, position: number, touching: boolean): Mark | null {
  let best: Mark | null = null;
  for (const set of state.field(marksField).values()) {
    set.between(position, position, (from, to, value) => {
      if (to === position && !touching) return;
      const { mark } = value.spec as { mark: Mark };
      const better = !best || PRIORITY.indexOf(mark.kind) < PRIORITY.indexOf(best.kind);
      if (better || (best && mark.kind === best.kind && to - from < best.to - best.from)) {
        best = { ...mark, from, to };
      }
    });
  }
  return best;
}

/** All marks of a layer at their current positions, in order. */
export function marksOf(state: EditorState, layer: string): Mark[] {
  const marks: Mark[] = [];
  state
    .field(marksField)
    .get(layer)
    ?.between(0, state.doc.length, (from, to, value) => {
      marks.push({ ...(value.spec as { mark: Mark }).mark, from, to });
    });
  return marks;
}

const HOVER_DELAY = 250;

/** The marks as an extension; calls `onMark` when one is hovered for a moment, clicked, or opened by Mod-Enter. */
export function marks(onMark: (mark: Mark, event: "open" | "hover") => void): Extension {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const under = (event: Event, view: EditorView): Mark | null => {
    const span = event.target instanceof Element ? event.target.closest(".cm-mark") : null;
    return span ? markAt(view.state, view.posAtDOM(span, 0), false) : null;
  };
  return [
    knownTexts,
    marksField,
    EditorView.domEventHandlers({
      click: (event, view) => {
        // A pressed mark no longer counts as hovered.
        clearTimeout(timer);
        const mark = event.button === 0 && view.state.selection.main.empty ? under(event, view) : null;
        if (mark) onMark(mark, "open");
        return false;
      },
      mouseover: (event, view) => {
        clearTimeout(timer);
        const mark = under(event, view);
        if (mark) timer = setTimeout(() => view.dom.isConnected && onMark(mark, "hover"), HOVER_DELAY);
        return false;
      },
      mouseout: () => {
        clearTimeout(timer);
        return false;
      },
    }),
    keymap.of([
      {
        key: "Mod-Enter",
        run: (view) => {
          const mark = markAt(view.state, view.state.selection.main.head, true);
          if (mark) onMark(mark, "open");
          return mark !== null;
        },
      },
    ]),
  ];
}

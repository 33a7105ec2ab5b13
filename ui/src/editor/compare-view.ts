// One read-only pane of a compare view: highlights removed and added text, folds unchanged text.

import { selectAll } from "@codemirror/commands";
import {
  EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from "@codemirror/view";
import { appearance } from "./appearance";
import type { Fold, Pane, Span } from "./compare-panes";
import { lineKinds } from "./lines";

/** Options of a pane. */
export interface PaneOptions {
  parent: HTMLElement;
  pane: Pane;
  label: string;
  lang: string | undefined;
  nonce: string | undefined;
  /** Indexes of the folds that are open from the start. */
  open: ReadonlySet<number>;
  /** The label of a folded stretch. */
  folded(lines: number): string;
  onOpen(fold: number): void;
  /** Called when heights have changed. */
  onResize(): void;
}

/** Opens a fold. */
export const openFold = StateEffect.define<number>();
/** Highlights the current change. */
export const setCurrent = StateEffect.define<number>();

/** Creates the pane. */
export function createPane(options: PaneOptions): EditorView {
  const { pane } = options;
  return new EditorView({
    parent: options.parent,
    doc: pane.doc,
    extensions: [
      EditorState.lineSeparator.of("\n"),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      options.nonce ? EditorView.cspNonce.of(options.nonce) : [],
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": options.label }),
      options.lang ? EditorView.contentAttributes.of({ lang: options.lang }) : [],
      // All other keys keep the browser's default: they scroll.
      keymap.of([{ key: "Mod-a", run: selectAll }]),
      EditorView.decorations.of(differences(pane)),
      emphasis(pane),
      folds(options),
      lineKinds,
      copyWithoutRemoved(pane),
      EditorView.updateListener.of((update) => {
        if (update.geometryChanged) options.onResize();
      }),
      theme,
      appearance("self"),
    ],
  });
}

const removed = Decoration.mark({ class: "cm-mark cm-mark-difference-removed", tagName: "del" });
const added = Decoration.mark({ class: "cm-mark cm-mark-difference-added", tagName: "ins" });
const current = Decoration.mark({ class: "cm-current-difference" });
const currentLine = Decoration.line({ class: "cm-current-line" });
/** A longer change is highlighted only by the bar beside its lines. */
const MAX_OUTLINED = 200;

class LineEnd extends WidgetType {
  private readonly kind: "removed" | "added";

  constructor(kind: "removed" | "added") {
    super();
    this.kind = kind;
  }

  override eq(other: LineEnd): boolean {
    return other.kind === this.kind;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = `cm-line-end cm-mark-difference-${this.kind}`;
    element.textContent = "↵";
    element.ariaHidden = "true";
    return element;
  }
}

const lineEnds = {
  removed: Decoration.widget({ widget: new LineEnd("removed"), side: 1 }),
  added: Decoration.widget({ widget: new LineEnd("added"), side: 1 }),
};

function differences({ doc, removed: deletions, added: insertions }: Pane): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const addMarks = (spans: readonly (Span | null)[], mark: Decoration, end: Decoration) => {
    for (const span of spans) {
      if (!span) continue;
      ranges.push(mark.range(span.from, span.to));
      // A line end is shown only where nothing else shows the change: at its border or in an empty line.
      for (let line = doc.lineAt(span.from); line.to < span.to; line = doc.lineAt(line.to + 1)) {
        if (line.length === 0 || line.to === span.from) ranges.push(end.range(line.to));
      }
    }
  };
  addMarks(deletions, removed, lineEnds.removed);
  addMarks(insertions, added, lineEnds.added);
  return RangeSet.of(ranges, true);
}

function emphasis({ doc, removed: deletions, added: insertions }: Pane): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (value, { effects }) => {
      const chosen = effects.findLast((effect) => effect.is(setCurrent));
      if (!chosen?.is(setCurrent)) return value;
      const ranges: Range<Decoration>[] = [];
      for (const span of [deletions[chosen.value], insertions[chosen.value]]) {
        if (!span) continue;
        if (span.to - span.from <= MAX_OUTLINED) ranges.push(current.range(span.from, span.to));
        for (let line = doc.lineAt(span.from); ; line = doc.line(line.number + 1)) {
          ranges.push(currentLine.range(line.from));
          // A change that ends with a line end does not touch the line after it.
          if (line.to + 1 >= span.to) break;
        }
      }
      return RangeSet.of(ranges, true);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

class FoldBar extends WidgetType {
  private readonly label: string;
  private readonly open: () => void;

  constructor(label: string, open: () => void) {
    super();
    this.label = label;
    this.open = open;
  }

  override eq(other: FoldBar): boolean {
    return other.label === this.label && other.open === this.open;
  }

  override toDOM(view: EditorView): HTMLElement {
    const bar = document.createElement("div");
    bar.className = "cm-fold";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = this.label;
    button.addEventListener("click", () => {
      this.open();
      view.focus();
    });
    bar.append(button);
    return bar;
  }

  override get estimatedHeight(): number {
    return 36;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function folds({ pane, open, folded, onOpen }: PaneOptions): Extension {
  const bar = (fold: Fold, index: number) => {
    const widget = new FoldBar(folded(fold.lines), () => onOpen(index));
    return Decoration.replace({ widget, block: true, fold: index }).range(fold.from, fold.to);
  };
  const closed = pane.folds.map(bar).filter((_, index) => !open.has(index));
  return StateField.define<DecorationSet>({
    create: () => RangeSet.of(closed),
    update: (value, { effects }) => {
      const opened = new Set(effects.flatMap((effect) => (effect.is(openFold) ? effect.value : [])));
      if (opened.size === 0) return value;
      return value.update({ filter: (_from, _to, { spec }) => !opened.has((spec as { fold: number }).fold) });
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** Copied text belongs to the novel: where one pane shows both texts, removed text is not copied. */
function copyWithoutRemoved({ removed: deletions, added: insertions }: Pane): Extension {
  if (!insertions.some((span) => span)) return [];
  return EditorView.domEventHandlers({
    copy: (event, view) => {
      const { main } = view.state.selection;
      if (main.empty || !event.clipboardData) return false;
      let text = "";
      let at = main.from;
      for (const span of deletions) {
        if (!span || span.to <= at || span.from >= main.to) continue;
        text += view.state.sliceDoc(at, Math.max(at, span.from));
        at = Math.min(span.to, main.to);
      }
      event.clipboardData.setData("text/plain", text + view.state.sliceDoc(at, main.to));
      event.preventDefault();
      return true;
    },
  });
}

const theme = EditorView.theme({
  ".cm-content": { paddingBlock: "1.5em 2em" },
  ".cm-content:focus-visible": { outline: "none" },
  "&:has(.cm-content:focus-visible)": { boxShadow: "inset 0 0 0 2px var(--focus-ring)", borderRadius: "8px" },
  ins: { textDecoration: "none" },
  ".cm-line-end": { fontSize: "0.85em", padding: "0 0.15em", userSelect: "none" },
  ".cm-current-difference": { boxShadow: "0 0 0 1.5px var(--editor-accent)", borderRadius: "2px" },
  ".cm-current-line": { position: "relative" },
  ".cm-current-line::before": {
    content: '""',
    position: "absolute",
    insetBlock: "0",
    insetInlineStart: "-0.9em",
    width: "3px",
    backgroundColor: "var(--editor-accent)",
  },
  ".cm-fold": { padding: "0.35em 0", textIndent: "0", textAlign: "center" },
  ".cm-fold button": {
    width: "100%",
    padding: "4px 12px",
    border: "0",
    borderRadius: "8px",
    font: "12px/18px var(--font-ui)",
    color: "var(--editor-quiet)",
    backgroundColor: "var(--surface-sunken)",
    cursor: "pointer",
  },
  ".cm-fold button:hover": { backgroundColor: "var(--surface-hover)", color: "var(--editor-text)" },
  ".cm-fold button:focus-visible": { outline: "2px solid var(--focus-ring)", outlineOffset: "-2px" },
});

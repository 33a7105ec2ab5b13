// A plain-text editor with line numbers, for prompt templates. It highlights template tags and marks lines with faults.
// Not used for the manuscript.
import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import {
  Compartment,
  EditorState,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutterLineClass,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { afterComposition, compositionGate } from "./composition";

/** A replacement, in UTF-16 positions of the text before it. */
export interface PlainChange {
  from: number;
  to: number;
  insert: string;
}

export interface PlainTextOptions {
  parent: HTMLElement;
  text: string;
  /** The accessible name. */
  label: string;
  /** The id of the element that describes it further: a list of faults. */
  describedBy?: string;
  lang?: string;
  readOnly: boolean;
  /** Called for every change by the author or by `edit`. */
  onEdit(text: string): void;
}

export interface PlainText {
  text(): string;
  /** UTF-16 position of the caret. */
  caret(): number;
  /** Makes changes as one history step and moves the caret to a position of the new text. */
  edit(changes: readonly PlainChange[], caret: number): void;
  /** Replaces the text as one history step; does nothing when it is the same. */
  become(text: string): void;
  /** Marks lines, numbered from 1; ignores lines that the text does not have. */
  setFaults(lines: readonly number[]): void;
  /** Moves the caret to the start of a line, numbered from 1, and scrolls it into view. */
  goToLine(line: number): void;
  setReadOnly(readOnly: boolean): void;
  focus(): void;
  destroy(): void;
}

/** Creates a plain-text editor inside `parent`. */
export function createPlainText(options: PlainTextOptions): PlainText {
  const writable = new Compartment();
  const view = new EditorView({
    parent: options.parent,
    doc: options.text,
    extensions: [
      writable.of(EditorState.readOnly.of(options.readOnly)),
      compositionGate,
      history(),
      // Tab stays the way out of the text.
      keymap.of([...historyKeymap, ...standardKeymap]),
      lineNumbers(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": options.label,
        "aria-multiline": "true",
        // An editable element is focusable anyway; accessibility checkers want it explicit.
        tabindex: "0",
        spellcheck: "false",
        autocorrect: "off",
        autocapitalize: "off",
        ...(options.describedBy === undefined ? {} : { "aria-describedby": options.describedBy }),
        ...(options.lang === undefined ? {} : { lang: options.lang }),
      }),
      tags,
      lines,
      faults,
      caretInSight,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.onEdit(update.state.doc.toString());
      }),
      theme,
    ],
  });

  return {
    text: () => view.state.doc.toString(),
    caret: () => view.state.selection.main.head,
    edit: (changes, caret) => {
      void afterComposition(view, () => {
        view.dispatch({
          changes: [...changes],
          selection: { anchor: caret },
          scrollIntoView: true,
          userEvent: "input",
        });
        view.focus();
      });
    },
    become: (text) => {
      void afterComposition(view, () => {
        const { doc } = view.state;
        if (doc.toString() === text) return;
        view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, scrollIntoView: true });
      });
    },
    setFaults: (numbers) => {
      void afterComposition(view, () => view.dispatch({ effects: faultsFound.of(numbers) }));
    },
    goToLine: (line) => {
      void afterComposition(view, () => {
        const { doc } = view.state;
        const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
        view.dispatch({
          selection: { anchor: from },
          effects: EditorView.scrollIntoView(from, { y: "center" }),
        });
        view.focus();
      });
    },
    setReadOnly: (readOnly) =>
      view.dispatch({ effects: writable.reconfigure(EditorState.readOnly.of(readOnly)) }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** Keeps the line of the caret visible when the editor becomes lower, as when a list of faults opens below it. */
const caretInSight = ViewPlugin.fromClass(
  class {
    private height = 0;
    private readonly observer: ResizeObserver | null;

    constructor(view: EditorView) {
      // Absent in tests without a layout.
      this.observer =
        typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => this.resized(view));
      this.observer?.observe(view.scrollDOM);
    }

    private resized(view: EditorView): void {
      const before = this.height;
      this.height = view.scrollDOM.clientHeight;
      if (this.height >= before || !view.hasFocus) return;
      const { head } = view.state.selection.main;
      const [line, { top }] = [view.coordsAtPos(head), view.scrollDOM.getBoundingClientRect()];
      const wasVisible = line !== null && line.top >= top && line.bottom <= top + before;
      if (wasVisible) view.dispatch({ effects: EditorView.scrollIntoView(head, { yMargin: 8 }) });
    }

    destroy(): void {
      this.observer?.disconnect();
    }
  },
);

/** Tags within a line; a tag that spans several lines is not highlighted. */
const matcher = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/g,
  decoration: ([tag]) => (tag?.startsWith("{#") ? remark : tag?.startsWith("{%") ? condition : print),
});
const print = Decoration.mark({ class: "cm-tag" });
const condition = Decoration.mark({ class: "cm-tag cm-tag-condition" });
const remark = Decoration.mark({ class: "cm-tag-remark" });

const tags = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.decorations = matcher.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const heading = Decoration.line({ class: "cm-file-heading" });
const opening = Decoration.line({ class: "cm-message-opening" });
/** The number of lines searched for the heading. */
const MAX_HEADING_LINES = 100;

/** Highlights the file's heading, and the lines that start messages. */
const lines = ViewPlugin.fromClass(
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

function headingEnd({ state: { doc } }: EditorView): number {
  if (doc.line(1).text !== "---") return -1;
  for (let number = 2; number <= Math.min(doc.lines, MAX_HEADING_LINES); number += 1) {
    const line = doc.line(number);
    if (line.text === "---") return line.from;
  }
  return -1;
}

function classify(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const end = headingEnd(view);
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      if (line.from <= end) builder.add(line.from, line.from, heading);
      else if (line.text.startsWith("@@")) builder.add(line.from, line.from, opening);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const faultsFound = StateEffect.define<readonly number[]>();
const faultLine = Decoration.line({ class: "cm-fault-line" });
const faultNumber = new (class extends GutterMarker {
  override elementClass = "cm-fault-number";
})();

interface Faults {
  lines: DecorationSet;
  numbers: RangeSet<GutterMarker>;
}

/** Marked lines stay marked at their positions until the faults are set again. */
const faults = StateField.define<Faults>({
  create: () => ({ lines: Decoration.none, numbers: RangeSet.empty }),
  update: (value, { changes, docChanged, effects, newDoc }) => {
    const found = effects.findLast((effect) => effect.is(faultsFound));
    if (found?.is(faultsFound)) {
      const known = [...new Set(found.value)].filter((line) => line >= 1 && line <= newDoc.lines);
      const starts = known.sort((one, two) => one - two).map((line) => newDoc.line(line).from);
      return {
        lines: RangeSet.of(starts.map((from) => faultLine.range(from))),
        numbers: RangeSet.of(starts.map((from) => faultNumber.range(from))),
      };
    }
    if (!docChanged) return value;
    return { lines: value.lines.map(changes), numbers: value.numbers.map(changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines: marked }) => marked),
    gutterLineClass.from(field, ({ numbers }) => numbers),
  ],
});

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  "&:has(.cm-content:focus-visible)": { boxShadow: "inset 0 0 0 2px var(--focus-ring)" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    fontSize: "13px",
    lineHeight: "1.65",
    overflow: "hidden auto",
  },
  ".cm-content": { caretColor: "var(--accent)", padding: "10px 0 30vh" },
  ".cm-content ::selection, .cm-content::selection": { backgroundColor: "var(--selection)" },
  ".cm-line": { padding: "0 14px 0 10px" },
  ".cm-gutters": {
    color: "var(--text-faint)",
    backgroundColor: "var(--surface-sunken)",
    borderInlineEnd: "1px solid var(--border)",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 12px", minWidth: "40px" },
  ".cm-file-heading": { color: "var(--text-subtle)", backgroundColor: "var(--surface-sunken)" },
  ".cm-message-opening": { fontWeight: "600", borderBlockStart: "1px solid var(--border)" },
  ".cm-tag": { color: "var(--accent)" },
  ".cm-tag-condition": { color: "var(--text-subtle)" },
  ".cm-tag-remark": { color: "var(--text-faint)", fontStyle: "italic" },
  ".cm-fault-line": { backgroundColor: "var(--danger-soft)", boxShadow: "inset 3px 0 0 var(--danger)" },
  ".cm-fault-line .cm-tag": { color: "inherit" },
  ".cm-fault-number": { color: "var(--danger)", fontWeight: "600" },
});

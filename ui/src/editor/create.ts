// The writing editor: one open text in CodeMirror. It owns the text; others are notified of edits and query it.
import { isolateHistory, redoDepth, selectAll, standardKeymap, undoDepth } from "@codemirror/commands";
import {
  Compartment,
  EditorSelection,
  EditorState,
  type Extension,
  type StateEffect,
  type Text,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import { type Appearance, appearance, applyAppearance, type Scrolls, showHint } from "./appearance";
import { type Canon, type CanonCallbacks, canonLayer, canonOf } from "./canon";
import { canonical } from "./canonical";
import { caretOnFocus, caretWithoutKeyboard } from "./caret";
import { changedLines } from "./changed-lines";
import {
  afterComposition,
  committedState,
  composing,
  compositionEnded,
  compositionGate,
  endComposition,
} from "./composition";
import { type Change, changesBetween } from "./difference";
import { type Drafting, draftingLayer, draftingOf } from "./drafting";
import { type EmphasisMark, toggleEmphasis } from "./emphasis";
import { historyKeys, redoStep, textHistory, undoStep } from "./history-steps";
import { keptChange } from "./kept-change";
import { leavingKeys, writingKeys } from "./keys";
import { knowsText, momentEffect, versionEffect } from "./known-texts";
import { lineKinds } from "./lines";
import { highlightsAt, highlightsFirst, markdown } from "./markdown";
import { layerEffect, type Mark, type MarkSet, marks } from "./marks";
import { focusMode, type Modes, typewriter } from "./modes";
import { inLanguage } from "./paragraph-language";
import { type PasteNotice, paste } from "./paste";
import { pastedPassages } from "./pasted-passages";
import { clamp } from "./positions";
import { programEdit, type Reason, staging, wellFormed } from "./program";
import { allProposalsEnded } from "./proposal-state";
import { punctuation } from "./punctuation";
import { restingSelection } from "./resting-selection";
import { type LeftEditor, leftEditor, resumed, withTextReplaced } from "./resumed";
import { scrollerAround } from "./scroller";
import { type Spelled, spelledOf, spelling } from "./spelling";
import { beginStream, streams, type TextStream } from "./streams";
import { typeWords } from "./typed";

/** A change of the document that has happened. */
export interface Edit {
  /** Whether the author made it (typing, paste, undo) rather than the program. */
  byAuthor: boolean;
  /** The reason for a change by the program. */
  reason?: Reason;
}

/** The selection in UTF-16 positions. */
export interface Selection {
  from: number;
  to: number;
  empty: boolean;
  head: number;
}

/** Callbacks of the editor. */
export interface WritingCallbacks extends CanonCallbacks {
  onEdit(edit: Edit): void;
  onSelection(selection: Selection): void;
  /** Giant lines were split while pasting. */
  onPaste?(notice: PasteNotice): void;
  /** An arrow key would leave the text at its top or bottom. */
  onLeave?(direction: "up" | "down"): void;
  onMark?(mark: Mark, event: "open" | "hover"): void;
}

/** Options of a new editor. */
export interface WritingOptions {
  parent: HTMLElement;
  text: string;
  /** The stored version of the text. */
  version: number;
  /** The accessible name. */
  label: string;
  appearance: Appearance;
  modes: Modes;
  readOnly?: boolean;
  /** The placeholder of an empty text. */
  hint?: string;
  phrases?: Record<string, string>;
  scrolls: Scrolls;
  /** The editor that had this text before: its undo history, selection and scroll position are restored. */
  left?: LeftEditor;
  /** The nonce under which the page's content security policy admits style sheets. */
  nonce?: string;
  callbacks: WritingCallbacks;
}

/** An open editor. */
export interface Writing extends Canon, Drafting, Spelled {
  readonly view: EditorView;
  /** The text, without an active composition. */
  text(): string;
  /** The same as an immutable value. */
  words(): Text;
  /** In UTF-16 units. */
  length(): number;
  focus(): void;
  /** Replaces the selection with words that were typed elsewhere. */
  type(words: string): void;
  /** The editor's state, for the editor that replaces it. */
  leave(): LeftEditor;
  destroy(): void;
  setAppearance(appearance: Appearance): void;
  setModes(modes: Modes): void;
  setReadOnly(readOnly: boolean): void;
  /**
   * Remembers the current text while it is being saved or checked. The returned number is passed to `setVersion` once
   * it has been saved, or names the text in a set of marks.
   */
  moment(): number;
  /** The current text, or that of a moment, is stored as this version: marks for it are accepted from here on. */
  setVersion(version: number, moment?: number): void;
  /** Replaces a layer of marks; false when its text is no longer known. */
  setMarks(set: MarkSet): boolean;
  selection(): Selection;
  selectedText(): string;
  /** Scrolls to a range, and selects it if requested. */
  reveal(range: { from: number; to: number }, select?: boolean): void;
  /** Scrolls just enough to bring the caret into view, with some lines around it. */
  showCaret(): void;
  /**
   * Makes the text equal `text` by few changes, in one history step, after any composition. Ends proposals when the
   * text differed.
   */
  become(text: string, reason: "restore" | "replace"): Promise<void>;
  /** Makes changes in one history step, after any composition; a change that overlaps an earlier one is skipped. */
  edit(changes: readonly Change[], reason: Reason): Promise<void>;
  /** Opens a position that text streams into. */
  stream(at: number): TextStream;
  composing(): boolean;
  /** Resolves when no composition is active. */
  settled(): Promise<void>;
  undo(): boolean;
  redo(): boolean;
  canUndo(): boolean;
  canRedo(): boolean;
  selectAll(): void;
  /** Toggles a mark of emphasis around the selection. */
  emphasize(mark: EmphasisMark): void;
  scrollTop(): number;
  setScrollTop(top: number): void;
}

/** The last number of a moment. Global, because an editor that replaces another also knows the moments of that one. */
let moments = 0;

/** Creates an editor inside `parent`. */
export function createWriting(options: WritingOptions): Writing {
  const { callbacks } = options;
  const compartments = { modes: new Compartment(), markdown: new Compartment(), readOnly: new Compartment() };
  let modes = options.modes;
  let highlighted = highlightsFirst(options.text.length);
  const left = options.left && withTextReplaced(options.left, canonical(options.text));
  const waitingMarks = new Map<string, MarkSet>();

  const view = new EditorView({
    parent: options.parent,
    doc: options.text,
    ...(left && { selection: left.state.selection }),
    extensions: [
      textHistory,
      resumed(left),
      EditorState.lineSeparator.of("\n"),
      options.nonce ? EditorView.cspNonce.of(options.nonce) : [],
      options.phrases ? EditorState.phrases.of(options.phrases) : [],
      compositionGate,
      compositionEnded.of(onComposed),
      changedLines,
      keptChange,
      pastedPassages,
      streams,
      compartments.modes.of(modeExtensions(modes)),
      marks((mark, event) => callbacks.onMark?.(mark, event)),
      canonLayer(callbacks),
      draftingLayer,
      spelling,
      callbacks.onLeave ? keymap.of(leavingKeys((direction) => callbacks.onLeave?.(direction))) : [],
      keymap.of([...writingKeys, ...historyKeys, ...standardKeymap]),
      paste((notice) => callbacks.onPaste?.(notice)),
      compartments.markdown.of(modes.markdown && highlighted ? markdown : []),
      compartments.readOnly.of(EditorState.readOnly.of(options.readOnly ?? false)),
      lineKinds,
      restingSelection,
      caretOnFocus,
      caretWithoutKeyboard,
      appearance(options.scrolls),
      EditorView.contentAttributes.of(contentAttributes(options)),
      EditorView.updateListener.of(onUpdate),
    ],
  });
  applyAppearance(view, options.appearance);
  showHint(view, options.readOnly === true ? undefined : options.hint);
  view.dispatch({ effects: versionEffect(options.version) });
  if (left !== undefined) {
    const { main } = left.state.selection;
    view.dispatch({
      effects: options.scrolls === "self" ? left.scroll : EditorView.scrollIntoView(main, { y: "center" }),
    });
  }

  function onUpdate(update: ViewUpdate): void {
    // Composed text is reported once it has become text.
    if (committedState(view) !== view.state) return;
    const changes = update.transactions.filter((one) => one.docChanged && one.annotation(staging) !== true);
    if (changes.length > 0) {
      const reason = changes.at(-1)?.annotation(programEdit);
      callbacks.onEdit(reason === undefined ? { byAuthor: true } : { byAuthor: false, reason });
      setHighlighting();
    }
    if (!update.state.selection.eq(update.startState.selection)) callbacks.onSelection(selectionOf(view));
  }

  function onComposed(before: EditorState): void {
    if (!view.state.doc.eq(before.doc)) {
      callbacks.onEdit({ byAuthor: true });
      setHighlighting();
    }
    if (!view.state.selection.eq(before.selection)) callbacks.onSelection(selectionOf(view));
  }

  function setHighlighting(force = false): void {
    const next = highlightsAt(view.state.doc.length, highlighted);
    if (next === highlighted && !force) return;
    highlighted = next;
    act(() =>
      dispatch({ effects: compartments.markdown.reconfigure(modes.markdown && highlighted ? markdown : []) }),
    );
  }

  function act(run: () => void): Promise<void> {
    return afterComposition(view, run).then(() => undefined);
  }

  function dispatch(...specs: TransactionSpec[]): void {
    view.dispatch(...specs);
  }

  function applyMarks(): void {
    const effects = [...waitingMarks.values()].flatMap((set) => layerEffect(view.state, set) ?? []);
    waitingMarks.clear();
    if (effects.length > 0) dispatch({ effects });
  }

  function change(changes: readonly Change[], reason: Reason, effects: StateEffect<unknown>[] = []): void {
    if (changes.length === 0) return;
    dispatch({
      changes: changes.map(({ from, to, insert }) => ({ from, to, insert })),
      effects,
      annotations: [programEdit.of(reason), isolateHistory.of("full")],
    });
  }

  return {
    view,
    ...canonOf(view),
    ...draftingOf(view),
    ...spelledOf(view),
    text: () => committedState(view).doc.toString(),
    words: () => committedState(view).doc,
    length: () => view.state.doc.length,
    focus: () => view.focus(),
    type: (words) => typeWords(view, words),
    leave: () => {
      endComposition(view);
      return leftEditor(view);
    },
    settled: () => afterComposition(view, () => undefined),
    destroy: () => view.destroy(),
    setAppearance: (next) => applyAppearance(view, next),
    setModes: (next) => {
      modes = next;
      void act(() => dispatch({ effects: compartments.modes.reconfigure(modeExtensions(next)) }));
      setHighlighting(true);
    },
    setReadOnly: (readOnly) => {
      showHint(view, readOnly ? undefined : options.hint);
      void act(() =>
        dispatch({ effects: compartments.readOnly.reconfigure(EditorState.readOnly.of(readOnly)) }),
      );
    },
    moment: () => {
      moments += 1;
      dispatch({ effects: momentEffect(moments) });
      return moments;
    },
    setVersion: (version, moment) => dispatch({ effects: versionEffect(version, moment) }),
    setMarks: (set) => {
      if (!knowsText(view.state, set)) return false;
      const isScheduled = waitingMarks.size > 0;
      waitingMarks.set(set.layer, set);
      if (!isScheduled) void act(applyMarks);
      return true;
    },
    selection: () => selectionOf(view),
    selectedText: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    reveal: (range, select = false) => {
      void act(() => {
        const [from, to] = [clamp(range.from, view.state.doc.length), clamp(range.to, view.state.doc.length)];
        const target = EditorSelection.range(Math.min(from, to), Math.max(from, to));
        const effects = EditorView.scrollIntoView(target, { y: "center" });
        dispatch(select ? { selection: target, effects } : { effects });
      });
    },
    showCaret: () => {
      const { head } = view.state.selection.main;
      void act(() => dispatch({ effects: EditorView.scrollIntoView(head, { y: "nearest", yMargin: 100 }) }));
    },
    become: (text, reason) =>
      act(() => {
        const changes = changesBetween(view.state.doc.toString(), canonical(text));
        change(changes, reason, [allProposalsEnded.of(null)]);
      }),
    edit: (changes, reason) => act(() => change(wellFormed(changes, view.state.doc.length), reason)),
    stream: (at) => beginStream(view, at),
    composing: () => composing(view),
    undo: () => !composing(view) && undoStep(view),
    redo: () => !composing(view) && redoStep(view),
    canUndo: () => undoDepth(view.state) > 0,
    canRedo: () => redoDepth(view.state) > 0,
    selectAll: () => {
      selectAll(view);
    },
    emphasize: (mark) => {
      toggleEmphasis(mark)(view);
    },
    scrollTop: () => scroller(view, options.scrolls).scrollTop,
    setScrollTop: (top) => {
      scroller(view, options.scrolls).scrollTop = top;
    },
  };
}

function modeExtensions(modes: Modes): Extension {
  return [
    inLanguage(modes.language),
    modes.typewriter ? typewriter : [],
    modes.focus ? focusMode : [],
    modes.punctuation ? punctuation(modes.language) : [],
  ];
}

function contentAttributes({ label }: WritingOptions): Record<string, string> {
  return {
    "aria-label": label,
    // An editable element is focusable anyway; accessibility checkers want it explicit.
    tabindex: "0",
    spellcheck: "false",
    autocorrect: "off",
    autocapitalize: "off",
  };
}

function selectionOf(view: EditorView): Selection {
  const { from, to, empty, head } = view.state.selection.main;
  return { from, to, empty, head };
}

function scroller(view: EditorView, scrolls: Scrolls): Element {
  return scrolls === "self" ? view.scrollDOM : scrollerAround(view.dom.parentElement);
}

// The writing editor: one open text in CodeMirror. It owns the text; others are notified of edits and query it.
import { standardKeymap } from "@codemirror/commands";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView, keymap, type ViewUpdate } from "@codemirror/view";
import { type Appearance, appearance, applyAppearance, type Scrolls, showHint } from "./appearance";
import { type Canon, type CanonCallbacks, canonLayer, canonOf } from "./canon";
import { canonical } from "./canonical";
import { caretOnFocus, caretWithoutKeyboard } from "./caret";
import { changedLines } from "./changed-lines";
import { committedState, compositionEnded, compositionGate } from "./composition";
import type { Change } from "./difference";
import { type Drafting, draftingLayer, draftingOf } from "./drafting";
import { dragStart } from "./drag-start";
import { draggedWords } from "./dragged-words";
import type { EmphasisMark } from "./emphasis";
import { emptyMarks } from "./empty-marks";
import { formattedClipboard } from "./formatted-clipboard";
import { historyKeys, nothingToUndo, textHistory, undoneFirst } from "./history-steps";
import { keptChange } from "./kept-change";
import { leavingKeys, writingKeys } from "./keys";
import { versionEffect } from "./known-texts";
import { lineKinds } from "./lines";
import { margins } from "./margins";
import { type Mark, type MarkSet, marks } from "./marks";
import type { Modes } from "./modes";
import { noteBrackets } from "./note-brackets";
import { type PasteNotice, paste } from "./paste";
import { pastedPassages } from "./pasted-passages";
import { onlyPassage, pointedOut } from "./pointed-out";
import { programEdit, type Reason, staging } from "./program";
import type { SettableMark } from "./prose-edits";
import { repeatedPress } from "./repeated-press";
import { restingSelection } from "./resting-selection";
import { type LeftEditor, resumed, withTextReplaced } from "./resumed";
import { selectionOf, sightOf } from "./sight-of";
import { type Spelled, spelledOf, spelling } from "./spelling";
import { streams, type TextStream } from "./streams";
import { type Switches, switchesOf } from "./switches";
import { textOf } from "./text-of";
import type { TypedBy } from "./typed";
import { wholeMarks } from "./whole-marks";
import { wholeSigns } from "./whole-signs";
import { copiesWholeMarks, pastesIntoMarks } from "./whole-slice";

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
  /** This passage was pasted and does not count as written. */
  onLongPaste?(text: string): void;
  /** An arrow key would leave the text at its top or bottom. */
  onLeave?(direction: "up" | "down"): void;
  onMark?(mark: Mark, event: "open" | "hover"): void;
  /** Undo is asked for. Returns whether something other than the text was undone. */
  onUndo?(): boolean;
  /** Undo found nothing in the text. Returns whether something else was undone. */
  onNothingToUndo?(): boolean;
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
  /** The editor that had this text before: its undo history, caret and scroll position are restored. */
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
  type(words: string, by: TypedBy): void;
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
  /** Scrolls to a range; selects it, or puts the caret before it and marks it until the author moves on. */
  reveal(range: { from: number; to: number }, how?: "select" | "point out"): void;
  /** Scrolls just enough to bring the caret into view, with some lines around it. Nothing stays selected. */
  showCaret(): void;
  /**
   * Makes the text equal `text` by few changes, in one history step, after any composition. Ends proposals when the
   * text differed.
   */
  become(text: string, reason: "restore" | "words moved" | "replace"): Promise<void>;
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
  /** Sets a mark at the selection, or removes the one that is there. */
  mark(kind: SettableMark): void;
  /** Divides the paragraph at the caret if a mark goes over it, so that both parts keep the mark. */
  divideMark(): void;
  scrollTop(): number;
  setScrollTop(top: number): void;
}

/** Creates an editor inside `parent`. */
export function createWriting(options: WritingOptions): Writing {
  const { callbacks, scrolls } = options;
  const switches = switchesOf(options);
  const left = options.left && withTextReplaced(options.left, canonical(options.text));

  const view = new EditorView({
    parent: options.parent,
    doc: options.text,
    ...(left && { selection: left.state.selection.main }),
    extensions: [
      extensionsOf(options, switches, left),
      compositionEnded.of(onComposed),
      EditorView.updateListener.of(onUpdate),
    ],
  });
  applyAppearance(view, options.appearance);
  showHint(view, options.readOnly === true ? undefined : options.hint);
  view.dispatch({ effects: versionEffect(options.version) });
  if (left !== undefined) {
    const { head } = left.state.selection.main;
    view.dispatch({
      effects: scrolls === "self" ? left.scroll : EditorView.scrollIntoView(head, { y: "center" }),
    });
  }

  function onUpdate(update: ViewUpdate): void {
    // Composed text is reported once it has become text.
    if (committedState(view) !== view.state) return;
    const changes = update.transactions.filter((one) => one.docChanged && one.annotation(staging) !== true);
    if (changes.length > 0) {
      const reason = changes.at(-1)?.annotation(programEdit);
      callbacks.onEdit(reason === undefined ? { byAuthor: true } : { byAuthor: false, reason });
    }
    if (!update.state.selection.eq(update.startState.selection)) callbacks.onSelection(selectionOf(view));
  }

  function onComposed(before: EditorState): void {
    if (!view.state.doc.eq(before.doc)) callbacks.onEdit({ byAuthor: true });
    if (!view.state.selection.eq(before.selection)) callbacks.onSelection(selectionOf(view));
  }

  return {
    view,
    ...canonOf(view),
    ...draftingOf(view),
    ...spelledOf(view),
    ...textOf(view),
    ...sightOf(view, scrolls),
    setModes: (modes) => switches.setModes(view, modes),
    setReadOnly: (readOnly) => switches.setReadOnly(view, readOnly),
    destroy: () => view.destroy(),
  };
}

/** Of two extensions that answer the same key, the first one does. */
function extensionsOf(
  options: WritingOptions,
  switches: Switches,
  left: LeftEditor | undefined,
): Extension[] {
  const { callbacks } = options;
  return [
    textHistory,
    resumed(left),
    EditorState.lineSeparator.of("\n"),
    options.nonce ? EditorView.cspNonce.of(options.nonce) : [],
    options.phrases ? EditorState.phrases.of(options.phrases) : [],
    undoneFirst.of(() => callbacks.onUndo?.() ?? false),
    nothingToUndo.of(() => callbacks.onNothingToUndo?.() ?? false),
    compositionGate,
    changedLines,
    keptChange,
    pastedPassages(callbacks.onLongPaste),
    streams,
    emptyMarks,
    margins,
    switches.modes,
    marks((mark, event) => callbacks.onMark?.(mark, event)),
    canonLayer(callbacks),
    draftingLayer,
    spelling,
    callbacks.onLeave ? keymap.of(leavingKeys((direction) => callbacks.onLeave?.(direction))) : [],
    keymap.of([...writingKeys, ...historyKeys, ...standardKeymap]),
    paste((notice) => callbacks.onPaste?.(notice)),
    switches.markdown,
    switches.readOnly,
    lineKinds,
    draggedWords,
    wholeMarks,
    wholeSigns,
    noteBrackets,
    copiesWholeMarks,
    formattedClipboard(),
    pastesIntoMarks,
    dragStart,
    repeatedPress(),
    restingSelection,
    pointedOut,
    onlyPassage,
    caretOnFocus,
    caretWithoutKeyboard,
    appearance(options.scrolls),
    EditorView.contentAttributes.of(contentAttributes(options)),
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

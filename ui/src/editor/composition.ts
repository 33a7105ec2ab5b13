// Keeps the program from editing the text while an input method composes: edits wait and run in order afterwards. The
// author's own typing never passes through here.
//
// Text being composed is not yet the author's: until the composition has ended, the text counts as it was before. When
// something else ends it (a click, a dialog, another scene), spelling letters that were never turned into words are
// removed; words stay.
import { redo, undo } from "@codemirror/commands";
import { type ChangeSet, type EditorState, Facet, type Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { changesBetween } from "./difference";
import { restoreHistory } from "./history-steps";

interface QueuedEdit {
  run(): void;
  drop(): void;
}

/** Called when a composition has ended, with the editor state from before it. */
export const compositionEnded = Facet.define<(before: EditorState) => void>();

/** Letters as an input method for Chinese shows them before a candidate is chosen: `bei jing`, `xi'an`. */
const SPELLING = /^[A-Za-z' ]+$/;

/**
 * A composition that ended within this time of losing focus, before or after, was ended by that loss, in ms. A busy
 * machine needs some hundred between the two; an author who picks a word with the mouse and then leaves the window
 * needs longer.
 */
const BLUR_WINDOW = 600;

/**
 * Keys that choose no candidate: the first half of Alt+F4 or of Ctrl+Q. Shift is not among them: it commits the letters
 * as they are.
 */
const CHOOSES_NOTHING = new Set(["Alt", "AltGraph", "CapsLock", "Control", "Meta"]);

interface Unchosen {
  before: EditorState;
  changes: ChangeSet;
  doc: Text;
  at: number;
}

class CompositionGate {
  private readonly queue: QueuedEdit[] = [];
  private active = false;
  /** The editor state before the composition; null when none is active. */
  before: EditorState | null = null;
  /** The changes composed since then. */
  private composedChanges: ChangeSet | null = null;
  /** Something other than the input method is ending the composition: the pointer, or loss of focus. */
  private wasInterrupted = false;
  /** A key was pressed since the input method last showed letters; it may be the one that chooses a candidate. */
  private isKeyPressed = false;
  /** A shortcut was pressed since then. It chooses no candidate, and what it opens ends the composition. */
  private isShortcutPressed = false;
  /** What the last composition inserted, when no key ended it. */
  private unchosen: Unchosen | null = null;
  /** The editor has lost focus and not regained it. */
  isAway = false;
  /** When focus was lost, by `performance.now()`. */
  private lostAt = Number.NEGATIVE_INFINITY;
  /** Whether the view may still be reading what the input method left. */
  private reading = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly view: EditorView;

  constructor(view: EditorView) {
    this.view = view;
  }

  update({ docChanged, changes }: ViewUpdate): void {
    if (this.before === null || !docChanged) return;
    this.composedChanges = this.composedChanges?.compose(changes) ?? changes;
  }

  /** True from the start of a composition until the task after its end, when the view has read the result. */
  composing(): boolean {
    return this.timer !== null || this.composed();
  }

  /**
   * Whether input is the input method's: until the view has read the result of a composition, which is before the next
   * key.
   */
  composed(): boolean {
    return (
      this.active ||
      this.reading ||
      ((this.view.composing || this.view.compositionStarted) && this.view.hasFocus)
    );
  }

  started(): void {
    // A fast typist's next letters arrive before the task that follows the previous word: that word is chosen, these
    // letters are not.
    if (!this.active) this.finish();
    this.active = true;
    if (this.before !== null) return;
    this.before = this.view.state;
    this.wasInterrupted = false;
  }

  /** WebKitGTK starts no composition for what an input method inserts when it loses focus. */
  insertedOnBlur(): void {
    if (!this.active) this.started();
  }

  interrupt(): void {
    this.wasInterrupted = true;
  }

  pressed(key: "none" | "key" | "shortcut"): void {
    this.isKeyPressed = key === "key";
    this.isShortcutPressed = key === "shortcut";
  }

  /** Ends the composition: removes its letters when something else ended it, then notifies the waiters. */
  finish(): void {
    const { before, view, composedChanges: changes, isKeyPressed, isShortcutPressed } = this;
    if (before === null) return;
    this.before = null;
    this.composedChanges = null;
    this.active = false;
    this.pressed("none");
    const at = performance.now();
    const isInterrupted = this.wasInterrupted || isShortcutPressed;
    const isAway = this.isAway || at - this.lostAt < BLUR_WINDOW;
    if (changes !== null && (isInterrupted || (isAway && !isKeyPressed))) dropSpelling(view, before, changes);
    else if (changes !== null && !isKeyPressed) this.unchosen = { before, changes, doc: view.state.doc, at };
    if (changes !== null && view.state.doc.eq(before.doc)) restoreHistory(view, before);
    for (const listener of view.state.facet(compositionEnded)) listener(before);
  }

  ended(): void {
    this.active = false;
    this.reading = true;
    this.afterReading();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.reading = false;
      if (!this.active) this.finish();
      this.retry();
    });
  }

  /** The view reads the result in a microtask of the event, queued before or after the first of these. */
  private afterReading(): void {
    queueMicrotask(() =>
      queueMicrotask(() => {
        this.reading = false;
        // The next key is not part of the interrupted composition.
        if (this.wasInterrupted && !this.active) this.finish();
      }),
    );
  }

  /** Some engines end a composition silently when the window loses focus; others have ended it by now. */
  blurred(): void {
    this.isAway = true;
    this.lostAt = performance.now();
    this.interrupt();
    this.dropUnchosen();
    if (!this.active) this.afterReading();
    else setTimeout(() => !this.view.hasFocus && this.active && this.ended());
  }

  /** Some input methods insert the spelled letters just before the window loses focus. */
  private dropUnchosen(): void {
    const { unchosen, view } = this;
    this.unchosen = null;
    if (unchosen === null || unchosen.doc !== view.state.doc) return;
    if (performance.now() - unchosen.at < BLUR_WINDOW) dropSpelling(view, unchosen.before, unchosen.changes);
  }

  run<T>(act: () => T): Promise<T | undefined> {
    if (this.queue.length === 0 && !this.composing()) {
      try {
        return Promise.resolve(act());
      } catch (error) {
        return Promise.reject(error);
      }
    }
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      };
      this.queue.push({ run, drop: () => resolve(undefined) });
    });
  }

  private flush(): void {
    while (!this.composing()) {
      const next = this.queue.shift();
      if (!next) return;
      next.run();
    }
    // A composition that began inside an edit flushes at its own end; one that only the view knows of is polled.
    if (!this.active && this.timer === null) this.timer = setTimeout(() => this.retry(), 50);
  }

  private retry(): void {
    this.timer = null;
    this.flush();
  }

  destroy(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const act of this.queue.splice(0)) act.drop();
  }
}

/**
 * Removes letters that spell an unchosen word. Where they replaced words, undoing their history step restores these,
 * with their spans and anchors.
 */
function dropSpelling(view: EditorView, before: EditorState, composed: ChangeSet): void {
  const letters: { from: number; to: number }[] = [];
  let spelled = "";
  let isReplacing = false;
  composed.iterChanges((fromA, toA, from, to, inserted) => {
    letters.push({ from, to });
    spelled += inserted.toString();
    isReplacing ||= fromA < toA;
  });
  if (!SPELLING.test(spelled) || isLatin(before)) return;
  // Dispatched as part of the composition, so that it joins the step that the letters made.
  view.dispatch({ changes: letters, userEvent: "input.type.compose" });
  if (isReplacing && undo(view) && !view.state.doc.eq(before.doc)) redo(view);
  view.dispatch({
    // Empty, unless that step was joined to another.
    changes: changesBetween(view.state.doc.toString(), before.doc.toString()),
    selection: before.selection,
  });
}

/**
 * Whether the text around the caret is in Latin script, where composed letters are words: from dictation, for example.
 */
function isLatin({ doc, selection }: EditorState): boolean {
  const { head } = selection.main;
  const around = doc.sliceString(Math.max(0, head - 200), head + 200);
  return (
    /[A-Za-z]{2}/.test(around) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(around)
  );
}

/** The gate as an extension; one per view. */
export const compositionGate = ViewPlugin.fromClass(CompositionGate, {
  eventObservers: {
    mousedown() {
      this.interrupt();
    },
    keydown({ key, ctrlKey, altKey, metaKey }) {
      if (!CHOOSES_NOTHING.has(key)) this.pressed(ctrlKey || altKey || metaKey ? "shortcut" : "key");
    },
    compositionstart() {
      this.started();
    },
    beforeinput({ inputType }) {
      if (inputType === "insertFromComposition") this.insertedOnBlur();
    },
    compositionupdate() {
      this.pressed("none");
    },
    compositionend() {
      this.ended();
    },
    blur() {
      this.blurred();
    },
    focus() {
      this.isAway = false;
    },
  },
});

/** Whether an input method is composing, or has only just ended. */
export function composing(view: EditorView): boolean {
  return view.plugin(compositionGate)?.composing() ?? false;
}

/** Whether current input comes from an input method rather than from a key. */
export function composed(view: EditorView): boolean {
  return view.plugin(compositionGate)?.composed() ?? false;
}

/** The editor state without the active composition. */
export function committedState(view: EditorView): EditorState {
  const before = view.plugin(compositionGate)?.before;
  return before == null || before.doc === view.state.doc ? view.state : before;
}

/** Ends a composition for good: the editor is about to be destroyed. */
export function endComposition(view: EditorView): void {
  view.contentDOM.blur();
  view.plugin(compositionGate)?.finish();
}

/**
 * Runs a program edit: at once when nothing is composed and nothing waits before it, otherwise after the composition.
 * When the view is destroyed first, the edit never runs and the promise resolves to undefined.
 */
export function afterComposition<T>(view: EditorView, act: () => T): Promise<T | undefined> {
  const gate = view.plugin(compositionGate);
  return gate ? gate.run(act) : Promise.resolve(undefined);
}

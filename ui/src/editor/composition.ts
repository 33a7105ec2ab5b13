// Keeps the program's hands off the text while an input method composes: acts wait and run in order afterwards.
// The author's own typing never passes through here.
//
// What is being composed is not yet the author's text: until the composition has ended, the text is what it was before. When
// something else ends it (a click, a dialog, another scene), letters that spell what was never chosen go; words stay.
import { redo, undo } from "@codemirror/commands";
import { type ChangeSet, type EditorState, Facet, type Text } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { changesBetween } from "./difference";
import { takeHistoryBack } from "./history-steps";

interface Waiting {
  run(): void;
  drop(): void;
}

/** Is called when a composition has ended, with the editor as it was before it. */
export const compositionEnded = Facet.define<(before: EditorState) => void>();

/** Letters as an input method for Chinese shows them before a candidate is chosen: `bei jing`, `xi'an`. */
const SPELLING = /^[A-Za-z' ]+$/;

/**
 * A composition that ended so shortly before or after the loss of the keyboard was ended by it, ms: a busy machine needs some
 * hundred from one to the other, and a hand that picks a word with the mouse and then leaves the window needs longer.
 */
const JUST_NOW = 600;

/** Keys that choose nothing by themselves: the first half of Alt+F4 or of Ctrl+Q. Shift puts letters in as they stand. */
const CHOOSES_NOTHING = new Set(["Alt", "AltGraph", "CapsLock", "Control", "Meta"]);

interface Unchosen {
  before: EditorState;
  changes: ChangeSet;
  doc: Text;
  at: number;
}

class CompositionGate {
  private readonly waiting: Waiting[] = [];
  private active = false;
  /** The editor as it was before the composition; null when none is under way. */
  before: EditorState | null = null;
  /** What was composed since then. */
  private composedChanges: ChangeSet | null = null;
  /** Something else than the input method ends the composition: the pointer, or the loss of the keyboard. */
  private isCutShort = false;
  /** A key was pressed since the input method last showed letters: it may be the one that chooses. */
  private isKeyPressed = false;
  /** A shortcut was pressed since then: it chooses nothing, and what it opens ends the composition. */
  private isShortcutPressed = false;
  /** What the last composition put in, when no key ended it. */
  private unchosen: Unchosen | null = null;
  /** The keyboard was lost and has not come back. */
  isAway = false;
  /** When the keyboard was lost, by `performance.now()`. */
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

  /** From the start of a composition until the task after its end, when what it left has been read. */
  composing(): boolean {
    return this.timer !== null || this.composed();
  }

  /** Whether what comes is the input method's: until the view has read what a composition left, which is before the next key. */
  composed(): boolean {
    return (
      this.active ||
      this.reading ||
      ((this.view.composing || this.view.compositionStarted) && this.view.hasFocus)
    );
  }

  started(): void {
    // The letters of a fast hand come before the task after the word before them: that word is chosen, these are not.
    if (!this.active) this.settle();
    this.active = true;
    if (this.before !== null) return;
    this.before = this.view.state;
    this.isCutShort = false;
  }

  /** WebKitGTK begins no composition for what an input method puts in when it loses the keyboard. */
  putIn(): void {
    if (!this.active) this.started();
  }

  cutShort(): void {
    this.isCutShort = true;
  }

  pressed(key: "none" | "key" | "shortcut"): void {
    this.isKeyPressed = key === "key";
    this.isShortcutPressed = key === "shortcut";
  }

  /** The composition is over: its letters go when something else ended it, and whoever waits for its end is told. */
  settle(): void {
    const { before, view, composedChanges: changes, isKeyPressed, isShortcutPressed } = this;
    if (before === null) return;
    this.before = null;
    this.composedChanges = null;
    this.active = false;
    this.pressed("none");
    const at = performance.now();
    const isLeft = this.isCutShort || isShortcutPressed;
    const isAway = this.isAway || at - this.lostAt < JUST_NOW;
    if (changes !== null && (isLeft || (isAway && !isKeyPressed))) dropSpelling(view, before, changes);
    else if (changes !== null && !isKeyPressed) this.unchosen = { before, changes, doc: view.state.doc, at };
    if (changes !== null && view.state.doc.eq(before.doc)) takeHistoryBack(view, before);
    for (const listener of view.state.facet(compositionEnded)) listener(before);
  }

  ended(): void {
    this.active = false;
    this.reading = true;
    this.afterReading();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.reading = false;
      if (!this.active) this.settle();
      this.retry();
    });
  }

  /** The view reads what is left in a microtask of the event, queued before or after the first of these. */
  private afterReading(): void {
    queueMicrotask(() =>
      queueMicrotask(() => {
        this.reading = false;
        // The next key is not part of what was cut short.
        if (this.isCutShort && !this.active) this.settle();
      }),
    );
  }

  /** Some engines end a composition without saying so when the window loses focus; others have ended it by now. */
  blurred(): void {
    this.isAway = true;
    this.lostAt = performance.now();
    this.cutShort();
    this.dropUnchosen();
    if (!this.active) this.afterReading();
    else setTimeout(() => !this.view.hasFocus && this.active && this.ended());
  }

  /** Some input methods put in what was spelled just before the window loses the keyboard. */
  private dropUnchosen(): void {
    const { unchosen, view } = this;
    this.unchosen = null;
    if (unchosen === null || unchosen.doc !== view.state.doc) return;
    if (performance.now() - unchosen.at < JUST_NOW) dropSpelling(view, unchosen.before, unchosen.changes);
  }

  run<T>(act: () => T): Promise<T | undefined> {
    if (this.waiting.length === 0 && !this.composing()) {
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
      this.waiting.push({ run, drop: () => resolve(undefined) });
    });
  }

  private flush(): void {
    while (!this.composing()) {
      const next = this.waiting.shift();
      if (!next) return;
      next.run();
    }
    // A composition that began inside an act flushes at its own end; one the view alone knows of is asked again.
    if (!this.active && this.timer === null) this.timer = setTimeout(() => this.retry(), 50);
  }

  private retry(): void {
    this.timer = null;
    this.flush();
  }

  destroy(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const act of this.waiting.splice(0)) act.drop();
  }
}

/**
 * Takes letters that spell what was never chosen out of the text again. Where they took the place of words, the step of the
 * history that they made brings these back, with what is known of them.
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
  // As a part of the composition, so that it goes into the step that the letters made.
  view.dispatch({ changes: letters, userEvent: "input.type.compose" });
  if (isReplacing && undo(view) && !view.state.doc.eq(before.doc)) redo(view);
  view.dispatch({
    // Nothing, unless that step was a part of another one.
    changes: changesBetween(view.state.doc.toString(), before.doc.toString()),
    selection: before.selection,
  });
}

/** Whether the text around the caret is written in Latin letters, where composed letters are words: of dictation, for one. */
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
      this.cutShort();
    },
    keydown({ key, ctrlKey, altKey, metaKey }) {
      if (!CHOOSES_NOTHING.has(key)) this.pressed(ctrlKey || altKey || metaKey ? "shortcut" : "key");
    },
    compositionstart() {
      this.started();
    },
    beforeinput({ inputType }) {
      if (inputType === "insertFromComposition") this.putIn();
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

/** Whether what is written now comes from an input method rather than from a key. */
export function composed(view: EditorView): boolean {
  return view.plugin(compositionGate)?.composed() ?? false;
}

/** The editor without what is being composed. */
export function settledState(view: EditorView): EditorState {
  const before = view.plugin(compositionGate)?.before;
  return before == null || before.doc === view.state.doc ? view.state : before;
}

/** Ends a composition for good: the editor is about to go. */
export function settleComposition(view: EditorView): void {
  view.contentDOM.blur();
  view.plugin(compositionGate)?.settle();
}

/**
 * Runs an act of the program: at once when nothing is composed and nothing waits before it, else after the
 * composition. When the view is destroyed first, the act never runs and the promise resolves to undefined.
 */
export function whenSettled<T>(view: EditorView, act: () => T): Promise<T | undefined> {
  const gate = view.plugin(compositionGate);
  return gate ? gate.run(act) : Promise.resolve(undefined);
}

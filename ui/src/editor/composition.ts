// Keeps the program's hands off the text while an input method composes: acts wait and run in order afterwards.
// The author's own typing never passes through here.
import { type EditorView, ViewPlugin } from "@codemirror/view";

interface Waiting {
  run(): void;
  drop(): void;
}

class CompositionGate {
  private readonly waiting: Waiting[] = [];
  private active = false;
  /** Whether the view may still be reading what the input method left. */
  private reading = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly view: EditorView;

  constructor(view: EditorView) {
    this.view = view;
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
    this.active = true;
  }

  ended(): void {
    this.active = false;
    this.reading = true;
    // The view reads in a microtask of this event, queued before or after the first of these.
    queueMicrotask(() => queueMicrotask(() => (this.reading = false)));
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.reading = false;
      this.retry();
    });
  }

  /** Some engines end a composition without saying so when the window loses focus. */
  blurred(): void {
    if (this.active) setTimeout(() => !this.view.hasFocus && this.active && this.ended());
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

/** The gate as an extension; one per view. */
export const compositionGate = ViewPlugin.fromClass(CompositionGate, {
  eventObservers: {
    compositionstart() {
      this.started();
    },
    compositionend() {
      this.ended();
    },
    blur() {
      this.blurred();
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

/**
 * Runs an act of the program: at once when nothing is composed and nothing waits before it, else after the
 * composition. When the view is destroyed first, the act never runs and the promise resolves to undefined.
 */
export function whenSettled<T>(view: EditorView, act: () => T): Promise<T | undefined> {
  const gate = view.plugin(compositionGate);
  return gate ? gate.run(act) : Promise.resolve(undefined);
}

// Names under the pointer: a hover is reported when the pointer rests on a name, and a leave a moment after it moves
// away, so that it can be moved into the card that shows the name. Mod-click opens a name, and so does F12 at the
// caret.
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { composing } from "./composition";
import type { NameHit } from "./name-index";
import { namesAt } from "./names";
import { holds, type PlaceRect, rectsOf } from "./place-rect";

/** A name in the text, in UTF-16 positions, with its rectangle in the window; null while it is not visible. */
export interface NamePlace extends NameHit {
  rect: PlaceRect | null;
}

/** A name under the pointer, with the rectangle of the row the pointer is in. */
export interface PointedName extends NamePlace {
  rect: PlaceRect;
}

/** Callbacks for names. */
export interface NameCallbacks {
  /** The pointer rests on a name. Another hover may follow without a leave in between. */
  onNameHover?(name: PointedName): void;
  /** The pointer has left the name (and its card), or the text under it has moved. */
  onNameLeave?(): void;
  onNameOpen?(name: NamePlace): void;
}

const HOVER_DELAY = 350;
const LEAVE_DELAY = 250;

/** The name at a position with the row it begins in; one that only ends there matches last. */
export function nameAt(view: EditorView, position: number): NamePlace | null {
  const [name] = namesAt(view.state, position);
  return name ? { ...name, rect: rectsOf(view, name.from, name.to)[0] ?? null } : null;
}

function nameUnder(view: EditorView, point: { x: number; y: number }): PointedName | null {
  const position = view.posAtCoords(point);
  if (position === null) return null;
  for (const name of namesAt(view.state, position)) {
    const rect = rectsOf(view, name.from, name.to).find((one) => holds(one, point.x, point.y));
    if (rect) return { ...name, rect };
  }
  return null;
}

class Pointing {
  private readonly view: EditorView;
  private readonly callbacks: NameCallbacks;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private leaving: ReturnType<typeof setTimeout> | undefined;
  private shown: PointedName | null = null;
  private held = false;

  constructor(view: EditorView, callbacks: NameCallbacks) {
    this.view = view;
    this.callbacks = callbacks;
  }

  update({ docChanged, geometryChanged }: ViewUpdate): void {
    if (docChanged || geometryChanged) this.moved();
  }

  /** The text under the pointer has moved. */
  readonly moved = (): void => {
    clearTimeout(this.resting);
    if (!this.held) this.leave();
  };

  mousemove(event: MouseEvent): void {
    clearTimeout(this.resting);
    const point = { x: event.clientX, y: event.clientY };
    if (this.shown && holds(this.shown.rect, point.x, point.y)) {
      clearTimeout(this.leaving);
      this.leaving = undefined;
      return;
    }
    this.scheduleLeave();
    if (event.buttons === 0 && this.callbacks.onNameHover) {
      this.resting = setTimeout(() => this.hover(point), HOVER_DELAY);
    }
  }

  mouseleave(): void {
    clearTimeout(this.resting);
    this.scheduleLeave();
  }

  /** The pointer entered the card, or left it. */
  setHeld(held: boolean): void {
    this.held = held;
    if (!held) this.scheduleLeave();
    else {
      clearTimeout(this.leaving);
      this.leaving = undefined;
    }
  }

  /** Whether a press opens the name under it. */
  opens(event: MouseEvent): boolean {
    const { onNameOpen } = this.callbacks;
    // On a Mac, Ctrl-click opens the context menu.
    const modifier = /Mac/.test(navigator.platform) ? event.metaKey : event.ctrlKey;
    const modified = modifier && !event.altKey && !event.shiftKey;
    const isOpening = onNameOpen && event.button === 0 && modified;
    const name = isOpening ? nameUnder(this.view, { x: event.clientX, y: event.clientY }) : null;
    this.moved();
    if (!name || !onNameOpen) return false;
    onNameOpen(name);
    return true;
  }

  private hover(point: { x: number; y: number }): void {
    if (!this.view.dom.isConnected || composing(this.view)) return;
    const name = nameUnder(this.view, point);
    if (!name) return;
    clearTimeout(this.leaving);
    this.leaving = undefined;
    if (!this.shown) document.addEventListener("scroll", this.moved, { capture: true, passive: true });
    this.shown = name;
    this.callbacks.onNameHover?.(name);
  }

  private scheduleLeave(): void {
    if (!this.shown || this.held || this.leaving !== undefined) return;
    this.leaving = setTimeout(() => this.leave(), LEAVE_DELAY);
  }

  private leave(): void {
    clearTimeout(this.leaving);
    this.leaving = undefined;
    if (!this.shown) return;
    this.shown = null;
    document.removeEventListener("scroll", this.moved, { capture: true });
    this.callbacks.onNameLeave?.();
  }

  destroy(): void {
    clearTimeout(this.resting);
    this.held = false;
    this.leave();
  }
}

const pointing = ViewPlugin.fromClass(Pointing, {
  eventObservers: {
    mousemove(event) {
      this.mousemove(event);
    },
    mouseleave() {
      this.mouseleave();
    },
  },
  eventHandlers: {
    mousedown(event) {
      return this.opens(event);
    },
  },
});

/** Reports that the pointer entered or left the card of a name. The card stays open while it is inside. */
export function holdName(view: EditorView, held: boolean): void {
  view.plugin(pointing)?.setHeld(held);
}

/** Names under the pointer and at the caret, as an extension. Requires `names`. */
export function namePointing(callbacks: NameCallbacks): Extension {
  return [
    pointing.of(callbacks),
    keymap.of([
      {
        key: "F12",
        run: (view) => {
          const name = nameAt(view, view.state.selection.main.head);
          if (!name || !callbacks.onNameOpen) return false;
          callbacks.onNameOpen(name);
          return true;
        },
      },
    ]),
  ];
}

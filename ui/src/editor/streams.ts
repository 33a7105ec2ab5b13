// Text that arrives piece by piece. It is kept out of the history while it arrives, so that undo reverts the author's
// own words; at its end it becomes one history step, whatever was typed meanwhile.
import { isolateHistory } from "@codemirror/commands";
import { Annotation, type ChangeDesc, Transaction } from "@codemirror/state";
import { type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { canonical } from "./canonical";
import { afterComposition } from "./composition";
import { clamp } from "./positions";
import { moves, programEdit, staging } from "./program";

/** A position that text streams into. It is mapped through all other edits. */
export interface TextStream {
  push(delta: string): void;
  /** Makes the arrived text one history step. Nothing can be pushed afterwards. */
  end(): Promise<void>;
}

/** The stream whose text a transaction inserts. */
const arrival = Annotation.define<Place>();

class Place implements TextStream {
  private readonly view: EditorView;
  private from: number;
  private to: number;
  private buffer = "";
  private scheduled = false;
  private ended: Promise<void> | null = null;
  private readonly leave: (place: Place) => void;

  constructor(view: EditorView, at: number, leave: (place: Place) => void) {
    this.view = view;
    this.from = at;
    this.to = at;
    this.leave = leave;
  }

  push(delta: string): void {
    if (this.ended || delta === "") return;
    this.buffer += delta;
    if (this.scheduled) return;
    this.scheduled = true;
    void afterComposition(this.view, () => this.insert(false));
  }

  end(): Promise<void> {
    this.ended ??= afterComposition(this.view, () => {
      this.insert(true);
      this.record();
      this.leave(this);
    }).then(() => undefined);
    return this.ended;
  }

  /** Words written at the start of the streamed range stay before it, words written at its end stay after it. */
  follow(changes: ChangeDesc): void {
    const from = changes.mapPos(this.from, 1);
    this.to = this.from === this.to ? from : changes.mapPos(this.to, -1);
    this.from = Math.min(from, this.to);
  }

  arrived(length: number): void {
    this.to += length;
  }

  private insert(last: boolean): void {
    this.scheduled = false;
    // A line end or a character may arrive in two pieces: its first half waits for the second.
    const half = last ? 0 : (/[\r\ud800-\udbff]$/.exec(this.buffer)?.[0].length ?? 0);
    const insert = canonical(this.buffer.slice(0, this.buffer.length - half));
    this.buffer = this.buffer.slice(this.buffer.length - half);
    if (insert === "") return;
    this.view.dispatch({
      changes: { from: this.to, insert },
      annotations: [arrival.of(this), programEdit.of("stream"), Transaction.addToHistory.of(false)],
    });
  }

  private record(): void {
    const { state } = this.view;
    const { from, to } = this;
    if (from >= to) return;
    const streamed = state.doc.slice(from, to);
    const removed = state.update({
      changes: { from, to },
      annotations: [programEdit.of("stream"), staging.of(true), Transaction.addToHistory.of(false)],
    });
    const reinserted = removed.state.update({
      changes: { from, insert: streamed },
      selection: state.selection,
      annotations: [programEdit.of("stream"), staging.of(true), isolateHistory.of("full")],
    });
    this.view.dispatch([removed, reinserted]);
  }
}

class Places {
  private readonly open = new Set<Place>();

  update(update: ViewUpdate): void {
    for (const transaction of update.transactions) {
      if (!moves(transaction)) continue;
      const { changes } = transaction;
      for (const place of this.open) {
        if (transaction.annotation(arrival) === place) place.arrived(changes.newLength - changes.length);
        else place.follow(changes.desc);
      }
    }
  }

  begin(view: EditorView, at: number): TextStream {
    const place = new Place(view, clamp(at, view.state.doc.length), (done) => this.open.delete(done));
    this.open.add(place);
    return place;
  }
}

/** The open streams of a view, as an extension. */
export const streams = ViewPlugin.fromClass(Places);

/** Opens a stream at a position of the text. */
export function beginStream(view: EditorView, at: number): TextStream {
  const places = view.plugin(streams);
  return places?.begin(view, at) ?? { push: () => undefined, end: () => Promise.resolve() };
}

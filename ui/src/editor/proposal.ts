// A proposal: text for a range of the document that is not yet in the document. It streams in below its range; once
// complete, its differences are shown in the text as hunks, to be accepted or rejected one by one; applying it makes
// the accepted hunks one history step. Until then the document is unchanged, and the author can write elsewhere in it.
import { isolateHistory } from "@codemirror/commands";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { spansAdded } from "./ai-spans";
import { canonical } from "./canonical";
import { afterComposition } from "./composition";
import { type PlaceRect, rectsOf } from "./place-rect";
import { clamp } from "./positions";
import { programEdit, wellFormed } from "./program";
import { acceptedOf, spansOf } from "./proposal-accepted";
import { ArrivingText, arrivingDrawing } from "./proposal-arriving";
import {
  awayFrom,
  choiceOf,
  drawnRect,
  type HunkActs,
  hunkAt,
  hunksDrawing,
  isInSight,
} from "./proposal-hunks";
import { movedHunks } from "./proposal-moved";
import {
  type Drawing,
  type HeldRange,
  heldRange,
  heldRanges,
  proposalDrawn,
  proposalEnded,
  rangeHeld,
} from "./proposal-state";
import { scrollerAround } from "./scroller";

/** One change that a proposal would make. */
export interface ProposalHunk {
  /** UTF-16 positions in the proposal's old text. */
  from: number;
  to: number;
  insert: string;
  /** Why it cannot be decided: shown in place of its buttons. */
  note?: string;
}

/** The author's decision on a hunk. */
export type Decision = "open" | "accepted" | "rejected";

/** Callbacks of a proposal. None is called during an edit, so each may edit the text at once. */
export interface ProposalCallbacks {
  /** A hunk was decided by a click or a key in the text. */
  onDecide(index: number, decision: Decision): void;
  /** The author changed the proposal's old text: the hunks are hidden until new ones are set. */
  onStale(oldText: string): void;
  /** The caret or the focus entered a hunk, or left all of them (null). */
  onFocusHunk?(index: number | null): void;
  /** It ended without `apply` or `remove`: the document was replaced, the editor destroyed, or another one came. */
  onEnd?(): void;
}

/** Options of a proposal's display. */
export interface ProposalOptions {
  phrases?: ProposalPhrases;
  /**
   * The hunks are changes of their own in the whole text, set without a streamed text: an edit beside them moves them,
   * one that touches a hunk hides that one, and another proposal ends them all.
   */
  isApart?: boolean;
}

export interface ProposalPhrases {
  /** Labels of the buttons at each hunk. */
  accept: string;
  reject: string;
  /** The accessible name of the streamed text. */
  proposal?: string;
}

/** An active proposal. Once it has ended, its methods do nothing. */
export interface Proposal {
  /** Appends streamed text; it is painted within the next frame and never rewritten. */
  push(text: string): void;
  /** The whole proposed text so far. */
  text(): string;
  /** The text it would replace now, with the author's edits. */
  oldText(): string;
  /** Its range, in UTF-16 positions of the current text. */
  range(): { from: number; to: number };
  /**
   * Completes the text: shows its differences to `oldText()` in place of the stream, each to be decided. May be called
   * again. When the old text has changed since it was last returned by `oldText()` or passed to `onStale`, `onStale` is
   * called instead.
   */
  showHunks(hunks: readonly ProposalHunk[]): void;
  /** Decides a hunk from the program; `onDecide` is not called. */
  decide(index: number, decision: Decision): void;
  decisions(): readonly Decision[];
  /** Scrolls to a hunk and highlights it. */
  focusHunk(index: number): void;
  /** Whether part of a hunk is visible. */
  isSeen(index: number): boolean;
  /** Where a hunk is in the window; null when it is not drawn there. */
  rect(index: number): PlaceRect | null;
  /**
   * Applies the accepted hunks to the document in one history step, with AI spans of `generation` for the inserted
   * text, and ends the proposal. Waits for a composition to end. Rejects, and changes nothing, while the hunks are
   * stale.
   */
  apply(generation: number): Promise<void>;
  /** Ends the proposal; the document stays as it was. */
  remove(): void;
}

interface PlaceOptions {
  callbacks: ProposalCallbacks;
  phrases: ProposalPhrases | undefined;
  isApart: boolean;
}

let ids = 0;

class Place implements Proposal, HunkActs {
  readonly id: number;
  readonly phrases: ProposalPhrases | undefined;
  private readonly view: EditorView;
  private readonly callbacks: ProposalCallbacks;
  private readonly arriving: ArrivingText;
  private phase: "arriving" | "shown" | "hidden" = "arriving";
  private hunks: readonly ProposalHunk[] = [];
  private decided: Decision[] = [];
  private current: number | null = null;
  /** Hunks that the author's edits touched. */
  private readonly touched = new Set<number>();
  readonly isApart: boolean;
  private gone = false;
  /** The number of old-text changes that the caller has seen. */
  private seenEdits = 0;
  private scheduled = { drawing: false, stale: false };
  /** The first half of a line end or of a character, waiting for its second. */
  private half = "";
  private received = "";
  private last: { from: number; to: number };
  private readonly leave: (place: Place) => void;

  constructor(
    view: EditorView,
    range: { from: number; to: number },
    options: PlaceOptions,
    leave: (place: Place) => void,
  ) {
    ids += 1;
    this.id = ids;
    this.view = view;
    this.callbacks = options.callbacks;
    this.phrases = options.phrases;
    this.isApart = options.isApart;
    this.leave = leave;
    this.last = range;
    this.arriving = new ArrivingText(view, options.phrases?.proposal);
  }

  begin(): void {
    const { from, to } = this.last;
    const { main } = this.view.state.selection;
    const effects = rangeHeld.of({ id: this.id, from, to, isWhole: this.isApart });
    // A proposal for the selection is read in its own colours, so the selection is cleared.
    const isSelected = !this.isApart && !main.empty && main.from <= from && main.to >= to;
    this.view.dispatch(isSelected ? { effects, selection: { anchor: to } } : { effects });
    if (this.isApart) return;
    this.act(() => {
      if (this.phase !== "arriving") return;
      const seen = this.arriving.isNear(this.last.to);
      this.dispatchDrawing(arrivingDrawing(this.arriving));
      if (seen) this.arriving.follow();
    });
  }

  push(text: string): void {
    if (this.gone || text === "") return;
    const all = this.half + text;
    const half = /[\r\ud800-\udbff]$/.exec(all)?.[0].length ?? 0;
    this.half = all.slice(all.length - half);
    this.append(all.slice(0, all.length - half));
  }

  text(): string {
    return this.received + canonical(this.half);
  }

  oldText(): string {
    this.seenEdits = this.held()?.edits ?? this.seenEdits;
    return this.old();
  }

  range(): { from: number; to: number } {
    return { from: this.last.from, to: this.last.to };
  }

  showHunks(hunks: readonly ProposalHunk[]): void {
    const held = this.held();
    if (!held) return;
    this.append(this.half);
    this.half = "";
    const length = held.to - held.from;
    if (!this.isApart || hunks.length !== this.hunks.length) this.current = null;
    this.hunks = hunks.map((hunk) => {
      const [one, two] = [clamp(hunk.from, length), clamp(hunk.to, length)];
      return { ...hunk, from: Math.min(one, two), to: Math.max(one, two), insert: canonical(hunk.insert) };
    });
    this.touched.clear();
    this.decided = this.hunks.map(() => "open");
    this.phase = held.edits === this.seenEdits ? "shown" : "hidden";
    if (this.phase === "hidden") this.markStale();
    else this.redraw();
  }

  decide(index: number, decision: Decision): void {
    if (this.gone || !(index in this.decided) || this.decided[index] === decision) return;
    this.decided[index] = decision;
    this.redraw();
  }

  decisions(): readonly Decision[] {
    return [...this.decided];
  }

  focusHunk(index: number): void {
    if (!(index in this.hunks)) return;
    this.current = index;
    this.act(() => this.scrollTo(index));
  }

  isSeen(index: number): boolean {
    return !this.gone && isInSight(this.view, this.id, index);
  }

  rect(index: number): PlaceRect | null {
    const hunk = this.hunks[index];
    if (this.gone || !hunk || this.touched.has(index)) return null;
    const rows = rectsOf(this.view, this.last.from + hunk.from, this.last.from + hunk.to);
    return drawnRect(this.view, this.id, index, rows);
  }

  apply(generation: number): Promise<void> {
    return afterComposition(this.view, () => {
      const held = this.held();
      if (!held) return;
      if (this.phase === "hidden" || (this.phase === "shown" && held.edits !== this.seenEdits)) {
        throw new Error("the hunks do not match the current text of the proposal");
      }
      this.applyAccepted(held, generation);
    }).then(() => undefined);
  }

  remove(): void {
    if (this.gone) return;
    this.close();
    void afterComposition(this.view, () => this.view.dispatch({ effects: proposalEnded.of(this.id) }));
  }

  /** Another proposal comes in its place. */
  stepBack(): void {
    this.remove();
    queueMicrotask(() => this.callbacks.onEnd?.());
  }

  /** Decides a hunk by a key in the text. */
  take(index: number, decision: Decision): void {
    if (this.gone || this.decided[index] === decision) return;
    this.decide(index, decision);
    this.callbacks.onDecide(index, decision);
  }

  /** Decides a hunk by a click in the text. Choosing the same decision again reopens it. */
  choose(index: number, decision: Decision): void {
    this.take(index, this.decided[index] === decision ? "open" : decision);
  }

  /** The focus, or the caret, entered a hunk. */
  enter(index: number | null): void {
    if (this.gone || this.phase !== "shown" || this.current === index) return;
    this.current = index;
    this.redraw();
    this.callbacks.onFocusHunk?.(index);
  }

  /** Moves the focus from the buttons of one hunk to those of another. */
  step(index: number, by: 1 | -1): void {
    const next = index + by;
    if (!(next in this.hunks)) return;
    this.current = next;
    this.callbacks.onFocusHunk?.(next);
    this.act(() => {
      this.scrollTo(next);
      const focus = () => choiceOf(this.view, this.id, next)?.focus({ preventScroll: true });
      focus();
      // A hunk outside the visible part is drawn only after the editor has scrolled.
      if (choiceOf(this.view, this.id, next) === null) {
        this.view.requestMeasure({ read: () => undefined, write: focus });
      }
    });
  }

  /** Moves the focus from the buttons back to the text. */
  toText(): void {
    this.view.focus();
  }

  updated(update: ViewUpdate): void {
    const held = heldRange(update.state.field(heldRanges), this.id);
    if (!held) {
      this.ended();
      return;
    }
    const before = heldRange(update.startState.field(heldRanges), this.id);
    this.last = held;
    if (this.phase === "arriving") return;
    if (this.isApart && before && before.edits !== held.edits) this.moveHunks(update, held);
    else if (before && before.edits !== held.edits) this.markStale();
    else if (update.transactions.some((one) => one.selection && one.isUserEvent("select"))) {
      const at = hunkAt(this.hunks, update.state.selection.main.head - held.from);
      if (at !== this.current) queueMicrotask(() => this.enter(at));
    }
  }

  /** Moves the hunks along with edits; those that an edit touches are hidden. */
  private moveHunks({ transactions }: ViewUpdate, { edits }: HeldRange): void {
    this.seenEdits = edits;
    const { hunks, touched } = movedHunks(this.hunks, transactions);
    this.hunks = hunks;
    for (const index of touched) this.touched.add(index);
    if (touched.length > 0) this.redraw();
  }

  /** The editor was destroyed, or the document replaced. */
  ended(): void {
    if (this.gone) return;
    this.close();
    queueMicrotask(() => this.callbacks.onEnd?.());
  }

  private close(): void {
    this.gone = true;
    this.leave(this);
    this.arriving.stop();
  }

  private held(): HeldRange | undefined {
    return this.gone ? undefined : heldRange(this.view.state.field(heldRanges), this.id);
  }

  private old(): string {
    return this.gone ? "" : this.view.state.sliceDoc(this.last.from, this.last.to);
  }

  private append(text: string): void {
    const clean = canonical(text);
    if (clean === "") return;
    this.received += clean;
    this.arriving.append(clean);
  }

  private act(run: () => void): void {
    void afterComposition(this.view, () => {
      if (!this.gone) run();
    });
  }

  /** Draws the hunks once after all decisions of one task. */
  private redraw(): void {
    if (this.scheduled.drawing) return;
    this.scheduled.drawing = true;
    queueMicrotask(() =>
      this.act(() => {
        this.scheduled.drawing = false;
        if (this.phase !== "shown" || this.held()?.edits !== this.seenEdits) return;
        this.arriving.stop();
        this.dispatchDrawing(this.drawing());
      }),
    );
  }

  private drawing(): Drawing {
    const { hunks, current, touched } = this;
    const decided = [...this.decided];
    const entrance = current ?? Math.max(0, decided.indexOf("open"));
    const shown = { decisions: decided, current, entrance, hidden: touched, acts: this };
    return hunksDrawing(hunks, shown);
  }

  private dispatchDrawing(draw: Drawing | null): void {
    this.view.dispatch({ effects: proposalDrawn.of({ id: this.id, draw }) });
  }

  private scrollTo(index: number): void {
    const hunk = this.hunks[index];
    const held = this.held();
    if (!hunk || !held || this.phase !== "shown") return;
    const drawn = proposalDrawn.of({ id: this.id, draw: this.drawing() });
    const scroll = EditorView.scrollIntoView(held.from + hunk.from, { y: "center" });
    // Several hunks may share one position: once they are drawn, this scrolls to the requested one.
    const away = () => (this.gone ? null : awayFrom(this.view, this.id, index));
    this.view.dispatch({ effects: away() === null ? [drawn, scroll] : drawn });
    this.view.requestMeasure({
      read: away,
      write: (by) => {
        if (by !== null && by !== 0) scrollerAround(this.view.scrollDOM).scrollTop += by;
      },
    });
  }

  /** The old text has changed: hides the hunks, but not during a composition, and requests new ones. */
  private markStale(): void {
    if (this.scheduled.stale) return;
    this.scheduled.stale = true;
    queueMicrotask(() =>
      this.act(() => {
        this.scheduled.stale = false;
        this.phase = "hidden";
        this.dispatchDrawing(null);
        this.callbacks.onStale(this.oldText());
      }),
    );
  }

  private applyAccepted({ from }: HeldRange, generation: number): void {
    const { state } = this.view;
    const endsLine = (at: number) => state.doc.lineAt(from + at).to === from + at;
    const accepted = acceptedOf(this.hunks, this.decided, endsLine).map((hunk) => ({
      from: from + hunk.from,
      to: from + hunk.to,
      insert: hunk.insert,
    }));
    const wanted = wellFormed(accepted, state.doc.length);
    const spans = spansOf(wanted, generation);
    const changes = state.changes(wanted);
    this.close();
    if (changes.empty) this.view.dispatch({ effects: proposalEnded.of(this.id) });
    else {
      this.view.dispatch({
        changes,
        // Where text was inserted at the caret, the author continues after it.
        selection: state.selection.map(changes, 1),
        effects: [proposalEnded.of(this.id), spansAdded.of(spans)],
        annotations: [programEdit.of("proposal"), isolateHistory.of("full")],
      });
    }
  }
}

class Places {
  private readonly open = new Set<Place>();

  update(update: ViewUpdate): void {
    for (const place of this.open) place.updated(update);
  }

  begin(view: EditorView, range: { from: number; to: number }, options: PlaceOptions): Proposal | null {
    const { length } = view.state.doc;
    const [one, two] = [clamp(range.from, length), clamp(range.to, length)];
    const [from, to] = options.isApart ? [0, length] : [Math.min(one, two), Math.max(one, two)];
    const inTheWay = [...this.open].filter((place) => {
      const other = place.range();
      return Math.max(from, other.from) <= Math.min(to, other.to);
    });
    if (inTheWay.some(({ isApart }) => options.isApart || !isApart)) return null;
    for (const place of inTheWay) place.stepBack();
    const place = new Place(view, { from, to }, options, (done) => this.open.delete(done));
    place.begin();
    this.open.add(place);
    return place;
  }

  newest(): Proposal | null {
    return [...this.open].at(-1) ?? null;
  }

  destroy(): void {
    for (const place of [...this.open]) place.ended();
  }
}

const places = ViewPlugin.fromClass(Places);

/** The proposals of a view, as an extension. */
export const proposals = [heldRanges, places];

/** Begins a proposal for a range, in UTF-16 positions; null when another one covers part of it. */
export function propose(
  view: EditorView,
  range: { from: number; to: number },
  callbacks: ProposalCallbacks,
  { phrases, isApart = false }: ProposalOptions = {},
): Proposal | null {
  return view.plugin(places)?.begin(view, range, { callbacks, phrases, isApart }) ?? null;
}

/** The most recent proposal that has not ended. */
export function proposalOf(view: EditorView): Proposal | null {
  return view.plugin(places)?.newest() ?? null;
}

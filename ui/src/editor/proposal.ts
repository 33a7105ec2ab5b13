// A proposal: text for a range of the document that is not in the document. It streams in below its range; when it is
// whole, what it would change is shown in the text, to be accepted or rejected piece by piece; what was accepted then
// becomes one step of the history. Until then the document is as the author left it, and can be written in elsewhere.
import { isolateHistory } from "@codemirror/commands";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type AiSpan, spansAdded } from "./ai-spans";
import { canonical } from "./canonical";
import { whenSettled } from "./composition";
import { clamp } from "./positions";
import { programEdit, wellFormed } from "./program";
import { acceptedOf } from "./proposal-accepted";
import { ArrivingText, arrivingDrawing } from "./proposal-arriving";
import { awayFrom, choiceOf, type HunkActs, hunkAt, hunksDrawing, isInSight } from "./proposal-hunks";
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
}

/** What the author wants of a hunk. */
export type Decision = "open" | "accepted" | "rejected";

/** What a proposal tells. Nothing is told inside an edit: all of these may act on the surface at once. */
export interface ProposalCallbacks {
  /** A hunk was decided by a click or a key in the text. */
  onDecide(index: number, decision: Decision): void;
  /** The author changed the text the proposal is about: hunks are to be asked anew (they are hidden until then). */
  onStale(oldText: string): void;
  /** The caret or the focus went into a hunk, or out of all of them. */
  onFocusHunk?(index: number | null): void;
  /** The proposal is gone though nobody took it away: the document became another one, or the surface is gone. */
  onEnd?(): void;
}

/** How a proposal is shown. */
export interface ProposalOptions {
  phrases?: ProposalPhrases;
}

export interface ProposalPhrases {
  /** Labels of the buttons at each hunk. */
  accept: string;
  reject: string;
  /** What a screen reader calls the text that arrives. */
  proposal?: string;
}

/** A proposal in use. Once it is gone it does nothing any more. */
export interface Proposal {
  /** Text that arrived: painted within the next frame, appended, never rewritten. */
  push(text: string): void;
  /** The whole proposed text so far. */
  text(): string;
  /** What it replaces now (author edits included). */
  oldText(): string;
  /** What it is about, in UTF-16 positions of the text of now. */
  range(): { from: number; to: number };
  /**
   * The text is whole: its differences to `oldText()` are shown in place of the stream, each to be decided. May be called
   * again. When the old text was changed since it was last told (by `oldText()` or `onStale`), `onStale` is called instead.
   */
  settle(hunks: readonly ProposalHunk[]): void;
  /** Decides from outside; `onDecide` is not called. */
  decide(index: number, decision: Decision): void;
  decisions(): readonly Decision[];
  /** Scrolls to a hunk and marks it. */
  focusHunk(index: number): void;
  /** Whether some of a hunk is in sight. */
  isSeen(index: number): boolean;
  /**
   * Puts the accepted hunks into the document in one step of the history, with AI spans of `generation` for what was
   * inserted; then the proposal is gone. Waits for a composition to end. Rejects, and changes nothing, while hunks are to
   * be asked anew.
   */
  apply(generation: number): Promise<void>;
  /** Takes the proposal away; the document is as it was. */
  remove(): void;
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
  private fates: Decision[] = [];
  private current: number | null = null;
  private gone = false;
  /** The changes of the old text that whoever settles it knows of. */
  private heard = 0;
  private asked = { drawing: false, stale: false };
  /** The first half of a line end or of a character waits for its second. */
  private half = "";
  private whole = "";
  private last: { from: number; to: number };
  private readonly leave: (place: Place) => void;

  constructor(
    view: EditorView,
    range: { from: number; to: number },
    told: { callbacks: ProposalCallbacks; phrases: ProposalPhrases | undefined },
    leave: (place: Place) => void,
  ) {
    ids += 1;
    this.id = ids;
    this.view = view;
    this.callbacks = told.callbacks;
    this.phrases = told.phrases;
    this.leave = leave;
    this.last = range;
    this.arriving = new ArrivingText(view, told.phrases?.proposal);
  }

  begin(): void {
    const { from, to } = this.last;
    const { main } = this.view.state.selection;
    const effects = rangeHeld.of({ id: this.id, from, to });
    // What is proposed for a selection is read in its own colours.
    const isSelected = !main.empty && main.from <= from && main.to >= to;
    this.view.dispatch(isSelected ? { effects, selection: { anchor: to } } : { effects });
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
    return this.whole + canonical(this.half);
  }

  oldText(): string {
    this.heard = this.held()?.edits ?? this.heard;
    return this.old();
  }

  range(): { from: number; to: number } {
    return { from: this.last.from, to: this.last.to };
  }

  settle(hunks: readonly ProposalHunk[]): void {
    const held = this.held();
    if (!held) return;
    this.append(this.half);
    this.half = "";
    const length = held.to - held.from;
    this.hunks = hunks.map(({ from, to, insert }) => {
      const [one, two] = [clamp(from, length), clamp(to, length)];
      return { from: Math.min(one, two), to: Math.max(one, two), insert: canonical(insert) };
    });
    this.fates = this.hunks.map(() => "open");
    this.current = null;
    this.phase = held.edits === this.heard ? "shown" : "hidden";
    if (this.phase === "hidden") this.goneStale();
    else this.redraw();
  }

  decide(index: number, decision: Decision): void {
    if (this.gone || !(index in this.fates) || this.fates[index] === decision) return;
    this.fates[index] = decision;
    this.redraw();
  }

  decisions(): readonly Decision[] {
    return [...this.fates];
  }

  focusHunk(index: number): void {
    if (!(index in this.hunks)) return;
    this.current = index;
    this.act(() => this.scrollTo(index));
  }

  isSeen(index: number): boolean {
    return !this.gone && isInSight(this.view, this.id, index);
  }

  apply(generation: number): Promise<void> {
    return whenSettled(this.view, () => {
      const held = this.held();
      if (!held) return;
      if (this.phase === "hidden" || (this.phase === "shown" && held.edits !== this.heard)) {
        throw new Error("the text of the proposal is another one than its hunks are about");
      }
      this.put(held, generation);
    }).then(() => undefined);
  }

  remove(): void {
    if (this.gone) return;
    this.close();
    void whenSettled(this.view, () => this.view.dispatch({ effects: proposalEnded.of(this.id) }));
  }

  /** A key in the text. */
  take(index: number, decision: Decision): void {
    if (this.gone || this.fates[index] === decision) return;
    this.decide(index, decision);
    this.callbacks.onDecide(index, decision);
  }

  /** A click in the text. What is chosen again is open again. */
  choose(index: number, decision: Decision): void {
    this.take(index, this.fates[index] === decision ? "open" : decision);
  }

  /** The focus, or the caret, went into a hunk. */
  enter(index: number | null): void {
    if (this.gone || this.phase !== "shown" || this.current === index) return;
    this.current = index;
    this.redraw();
    this.callbacks.onFocusHunk?.(index);
  }

  /** From the buttons of one hunk to those of another. */
  step(index: number, by: 1 | -1): void {
    const next = index + by;
    if (!(next in this.hunks)) return;
    this.current = next;
    this.callbacks.onFocusHunk?.(next);
    this.act(() => {
      this.scrollTo(next);
      const focus = () => choiceOf(this.view, this.id, next)?.focus({ preventScroll: true });
      focus();
      // Out of sight it is there after the editor has scrolled.
      if (choiceOf(this.view, this.id, next) === null) {
        this.view.requestMeasure({ read: () => undefined, write: focus });
      }
    });
  }

  /** Back from the buttons to the text. */
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
    if (before && before.edits !== held.edits) this.goneStale();
    else if (update.transactions.some((one) => one.selection && one.isUserEvent("select"))) {
      const at = hunkAt(this.hunks, update.state.selection.main.head - held.from);
      if (at !== this.current) queueMicrotask(() => this.enter(at));
    }
  }

  /** The surface, or the document, is gone. */
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
    const sound = canonical(text);
    if (sound === "") return;
    this.whole += sound;
    this.arriving.append(sound);
  }

  private act(run: () => void): void {
    void whenSettled(this.view, () => {
      if (!this.gone) run();
    });
  }

  /** Draws the hunks after all that is decided in one go. */
  private redraw(): void {
    if (this.asked.drawing) return;
    this.asked.drawing = true;
    queueMicrotask(() =>
      this.act(() => {
        this.asked.drawing = false;
        if (this.phase !== "shown" || this.held()?.edits !== this.heard) return;
        this.arriving.stop();
        this.dispatchDrawing(this.drawing());
      }),
    );
  }

  private drawing(): Drawing {
    const { hunks, current } = this;
    const fates = [...this.fates];
    const entrance = current ?? Math.max(0, fates.indexOf("open"));
    return hunksDrawing(hunks, { fates, current, entrance, acts: this });
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
    // Several hunks may come at one place: where they are drawn, it is gone to the one that is meant.
    const away = () => (this.gone ? null : awayFrom(this.view, this.id, index));
    this.view.dispatch({ effects: away() === null ? [drawn, scroll] : drawn });
    this.view.requestMeasure({
      read: away,
      write: (by) => {
        if (by !== null && by !== 0) scrollerAround(this.view.scrollDOM).scrollTop += by;
      },
    });
  }

  /** The old text is another one: hides the hunks, but not under a composition, and asks for others. */
  private goneStale(): void {
    if (this.asked.stale) return;
    this.asked.stale = true;
    queueMicrotask(() =>
      this.act(() => {
        this.asked.stale = false;
        this.phase = "hidden";
        this.dispatchDrawing(null);
        this.callbacks.onStale(this.oldText());
      }),
    );
  }

  private put({ from }: HeldRange, generation: number): void {
    const { state } = this.view;
    const endsLine = (at: number) => state.doc.lineAt(from + at).to === from + at;
    const accepted = acceptedOf(this.hunks, this.fates, endsLine).map((hunk) => ({
      from: from + hunk.from,
      to: from + hunk.to,
      insert: hunk.insert,
    }));
    const wanted = wellFormed(accepted, state.doc.length);
    const spans: AiSpan[] = [];
    let shift = 0;
    for (const change of wanted) {
      const start = change.from + shift;
      if (change.insert !== "") spans.push({ generation, from: start, to: start + change.insert.length });
      shift += change.insert.length - (change.to - change.from);
    }
    const changes = state.changes(wanted);
    this.close();
    if (changes.empty) this.view.dispatch({ effects: proposalEnded.of(this.id) });
    else {
      this.view.dispatch({
        changes,
        // Where text was inserted at the caret, the author goes on behind it.
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

  begin(view: EditorView, range: { from: number; to: number }, more: Told): Proposal | null {
    const { length } = view.state.doc;
    const [one, two] = [clamp(range.from, length), clamp(range.to, length)];
    const [from, to] = [Math.min(one, two), Math.max(one, two)];
    for (const place of this.open) {
      const other = place.range();
      if (Math.max(from, other.from) <= Math.min(to, other.to)) return null;
    }
    const place = new Place(view, { from, to }, more, (done) => this.open.delete(done));
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

type Told = ConstructorParameters<typeof Place>[2];

const places = ViewPlugin.fromClass(Places);

/** The proposals of a view, as an extension. */
export const proposals = [heldRanges, places];

/** Begins a proposal for a range, in UTF-16 positions; null when another one is about some of it. */
export function propose(
  view: EditorView,
  range: { from: number; to: number },
  callbacks: ProposalCallbacks,
  options: ProposalOptions = {},
): Proposal | null {
  return view.plugin(places)?.begin(view, range, { callbacks, phrases: options.phrases }) ?? null;
}

/** The proposal that began last of those that are not gone. */
export function proposalOf(view: EditorView): Proposal | null {
  return view.plugin(places)?.newest() ?? null;
}

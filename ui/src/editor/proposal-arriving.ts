// The streamed text of a proposal: paragraphs in a block below the last line of its range, styled like lines of the
// text. The block keeps its elements; each frame appends what arrived and measures it in that frame. Arrivals are not
// edits: the document, its history and its marks are not affected.
import type { Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, WidgetType } from "@codemirror/view";
import { composing } from "./composition";
import { ownIndent } from "./lines";
import type { Drawing } from "./proposal-state";
import { scrollerAround, seenPart } from "./scroller";

/** The number of characters that show whether a paragraph has its own indent. */
const BEGINNING = 2;

/** The arrived text as displayed. */
export class ArrivingText {
  readonly dom = document.createElement("div");
  private readonly view: EditorView;
  private readonly end = document.createElement("span");
  private paragraph = document.createElement("div");
  private words = document.createTextNode("");
  private pending = "";
  private hasStarted = false;
  private stopped = false;

  constructor(view: EditorView, label: string | undefined) {
    this.view = view;
    this.dom.className = "cm-proposal-arriving";
    if (label !== undefined) {
      this.dom.setAttribute("role", "group");
      this.dom.setAttribute("aria-label", label);
    }
    this.end.className = "cm-proposal-end";
    this.end.setAttribute("aria-hidden", "true");
    this.openParagraph();
  }

  append(text: string): void {
    const isScheduled = this.pending !== "";
    this.pending += text;
    // The editor measures the change in the same frame, so that its cached heights stay right.
    if (!isScheduled)
      this.view.requestMeasure({ read: () => this.endIsSeen(), write: (seen) => this.paint(seen) });
  }

  /** Stops the display: nothing more arrives. */
  stop(): void {
    this.stopped = true;
    this.end.remove();
  }

  /** Whether a position of the text is visible. */
  isNear(position: number): boolean {
    const place = this.view.coordsAtPos(position);
    if (place === null) return false;
    const { top, bottom } = seenPart(scrollerAround(this.view.scrollDOM));
    return place.bottom > top && place.top < bottom;
  }

  /** Scrolls just far enough to show the end. */
  follow(): void {
    const scroller = scrollerAround(this.view.scrollDOM);
    this.view.requestMeasure({
      read: () => {
        if (this.stopped || !this.dom.isConnected || composing(this.view)) return 0;
        const below = this.end.getBoundingClientRect().bottom + this.view.defaultLineHeight;
        return Math.max(0, below - seenPart(scroller).bottom);
      },
      write: (by) => {
        if (by > 0) scroller.scrollTop += by;
      },
    });
  }

  private paint(seen: boolean): void {
    // The block already starts on a line of its own.
    const pending = this.hasStarted ? this.pending : this.pending.replace(/^\n/, "");
    this.hasStarted = true;
    this.pending = "";
    for (const [at, line] of pending.split("\n").entries()) {
      if (at > 0) this.openParagraph();
      this.words.appendData(line);
      if (this.words.length > 0 && this.words.length - line.length < BEGINNING) {
        this.paragraph.classList.toggle("cm-own-indent", ownIndent(this.words.data.slice(0, BEGINNING)));
      }
    }
    // An author who has scrolled away is left there.
    if (seen) this.follow();
  }

  private openParagraph(): void {
    this.paragraph = document.createElement("div");
    this.paragraph.className = "cm-proposal-paragraph";
    this.words = document.createTextNode("");
    this.paragraph.append(this.words);
    if (!this.stopped) this.paragraph.append(this.end);
    this.dom.append(this.paragraph);
  }

  private endIsSeen(): boolean {
    if (this.stopped || !this.dom.isConnected) return false;
    const end = this.end.getBoundingClientRect();
    const { top, bottom } = seenPart(scrollerAround(this.view.scrollDOM));
    return end.bottom > top && end.top < bottom;
  }
}

class ArrivingWidget extends WidgetType {
  private readonly arriving: ArrivingText;

  constructor(arriving: ArrivingText) {
    super();
    this.arriving = arriving;
  }

  override eq(other: ArrivingWidget): boolean {
    return other.arriving === this.arriving;
  }

  override toDOM(): HTMLElement {
    return this.arriving.dom;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const replaced = Decoration.mark({ class: "cm-proposal-old" });

/** Dims the range and shows the text below its last line; between words, at its place. */
export function arrivingDrawing(arriving: ArrivingText): Drawing {
  const widget = new ArrivingWidget(arriving);
  const below = Decoration.widget({ widget, block: true, side: 1 });
  const within = Decoration.widget({ widget, side: 1 });
  return (doc: Text, { from, to }): DecorationSet => {
    const line = doc.lineAt(to);
    // Between the words of a line, the text stands where it goes.
    const isWithin = from === to && line.from < to && to < line.to;
    const words = isWithin ? within.range(to) : below.range(line.to);
    return Decoration.set(from < to ? [replaced.range(from, to), words] : [words], true);
  };
}

// Text of a proposal while it arrives: paragraphs in a block below the line where its range ends, looking like lines of
// the text. The block keeps its elements; what arrives within a frame is appended at its end and measured in that frame.
// No arrival is an edit: the document, its history and its marks know nothing of it.
import type { Text } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, WidgetType } from "@codemirror/view";
import { composing } from "./composition";
import { ownIndent } from "./lines";
import type { Drawing } from "./proposal-state";
import { scrollerAround, seenPart } from "./scroller";

/** The characters that tell whether a paragraph brings its own indent. */
const BEGINNING = 2;

/** The text that has arrived, as it is shown. */
export class ArrivingText {
  readonly dom = document.createElement("div");
  private readonly view: EditorView;
  private readonly end = document.createElement("span");
  private paragraph = document.createElement("div");
  private words = document.createTextNode("");
  private waiting = "";
  private begun = false;
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
    const asked = this.waiting !== "";
    this.waiting += text;
    // The editor measures what was written in the same frame, so that the heights it knows stay right.
    if (!asked) this.view.requestMeasure({ read: () => this.endIsSeen(), write: (seen) => this.paint(seen) });
  }

  /** Nothing arrives any more. */
  stop(): void {
    this.stopped = true;
    this.end.remove();
  }

  /** Whether a place of the text is in sight. */
  isNear(position: number): boolean {
    const place = this.view.coordsAtPos(position);
    if (place === null) return false;
    const { top, bottom } = seenPart(scrollerAround(this.view.scrollDOM));
    return place.bottom > top && place.top < bottom;
  }

  /** Scrolls so far that the end is in sight. */
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
    // The block begins a line by itself.
    const waiting = this.begun ? this.waiting : this.waiting.replace(/^\n/, "");
    this.begun = true;
    this.waiting = "";
    for (const [at, line] of waiting.split("\n").entries()) {
      if (at > 0) this.openParagraph();
      this.words.appendData(line);
      if (this.words.length > 0 && this.words.length - line.length < BEGINNING) {
        this.paragraph.classList.toggle("cm-own-indent", ownIndent(this.words.data.slice(0, BEGINNING)));
      }
    }
    // Who has scrolled away stays where they are.
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

/** The range dimmed, and the text below its last line. */
export function arrivingDrawing(arriving: ArrivingText): Drawing {
  const widget = Decoration.widget({ widget: new ArrivingWidget(arriving), block: true, side: 1 });
  return (doc: Text, { from, to }): DecorationSet => {
    const below = widget.range(doc.lineAt(to).to);
    return Decoration.set(from < to ? [replaced.range(from, to), below] : [below], true);
  };
}

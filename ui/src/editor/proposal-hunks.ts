// Draws the hunks of a proposal in the text: removed text is struck through, and inserted text follows it, or is shown
// as paragraphs of its own below. Each hunk has two buttons. Enter and Delete also decide, and the arrow keys move
// between hunks.
import type { Range, Text } from "@codemirror/state";
import { Decoration, type EditorView, WidgetType } from "@codemirror/view";
import { ownIndent } from "./lines";
import type { PlaceRect } from "./place-rect";
import type { Decision, ProposalHunk, ProposalPhrases } from "./proposal";
import type { Drawing } from "./proposal-state";
import { scrollerAround, seenPart } from "./scroller";

/** Callbacks of buttons and keys; the same object for all hunks of a proposal. */
export interface HunkActs {
  readonly id: number;
  readonly phrases: ProposalPhrases | undefined;
  take(index: number, decision: Decision): void;
  choose(index: number, decision: Decision): void;
  enter(index: number): void;
  step(index: number, by: 1 | -1): void;
  toText(): void;
}

/** The display state of the hunks. */
export interface HunksShown {
  decisions: readonly Decision[];
  current: number | null;
  /** The hunk that Tab focuses. */
  entrance: number;
  hidden: ReadonlySet<number>;
  acts: HunkActs;
}

/** The hunk at a position of the old text; one that only ends there matches last. */
export function hunkAt(hunks: readonly ProposalHunk[], place: number): number | null {
  const matches = hunks.flatMap(({ from, to }, at) => (from <= place && place <= to ? [at] : []));
  return matches.at(-1) ?? null;
}

/** The drawn element of a hunk, when it is near the visible part of the text. */
function drawnOf(view: EditorView, id: number, index: number): HTMLElement | null {
  return view.contentDOM.querySelector<HTMLElement>(`[data-hunk="${id}-${index}"]`);
}

/** The accept button of a hunk, when the hunk is near the visible part of the text. */
export function choiceOf(view: EditorView, id: number, index: number): HTMLElement | null {
  return drawnOf(view, id, index)?.querySelector<HTMLElement>("button") ?? null;
}

/** The rectangle around the old words of a hunk, given by their rows, and what is drawn for it. */
export function drawnRect(
  view: EditorView,
  id: number,
  index: number,
  rows: readonly PlaceRect[],
): PlaceRect | null {
  const drawn = drawnOf(view, id, index)?.getBoundingClientRect();
  const all = drawn === undefined ? [...rows] : [...rows, drawn];
  const [first] = all;
  if (first === undefined) return null;
  return {
    left: first.left,
    top: Math.min(...all.map(({ top }) => top)),
    right: Math.max(...all.map(({ right }) => right)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  };
}

/** Whether part of a hunk is visible. */
export function isInSight(view: EditorView, id: number, index: number): boolean {
  const hunk = drawnOf(view, id, index)?.getBoundingClientRect();
  const seen = seenPart(scrollerAround(view.scrollDOM));
  return hunk !== undefined && hunk.bottom >= seen.top && hunk.top <= seen.bottom;
}

/** How far the text must scroll to show a hunk well; 0 when it is already shown. Null when the hunk is not drawn. */
export function awayFrom(view: EditorView, id: number, index: number): number | null {
  const drawn = drawnOf(view, id, index);
  if (drawn === null) return null;
  const hunk = drawn.getBoundingClientRect();
  const seen = seenPart(scrollerAround(view.scrollDOM));
  const line = view.defaultLineHeight;
  // A hunk taller than the window is shown from its start.
  const isSeen = hunk.bottom <= seen.bottom ? hunk.top >= seen.top : hunk.top <= seen.top;
  if (isSeen) return 0;
  const room = Math.max(line, (seen.bottom - seen.top - hunk.height) / 2);
  return hunk.top - seen.top - room;
}

/** `within`: between the words of a line, with its line ends. */
type Placement = "inline" | "within" | "above" | "below";

/**
 * Where inserted text is shown, and at which position. `behind`: it follows paragraphs inserted at the same position.
 */
function placementOf(doc: Text, hunk: ProposalHunk, behind: boolean): { where: Placement; at: number } {
  const { from, to, insert } = hunk;
  const line = doc.lineAt(to);
  // All that is inserted there stands where it goes.
  if (from === to && line.from < to && to < line.to) return { where: "within", at: to };
  if (from === to && behind) return { where: "below", at: line.to };
  // Words that continue a line, even if other paragraphs are inserted after them.
  if (from === to && to === line.to && /^[^\n]+\n*$/.test(insert)) return { where: "inline", at: to };
  const whole = from < to && doc.lineAt(from).from === from && line.to === to;
  if (!insert.includes("\n") && !(whole && insert !== "")) return { where: "inline", at: to };
  if (from === to && from === line.from && line.length > 0 && insert.endsWith("\n")) {
    return { where: "above", at: from };
  }
  // Where a line end is removed with its line, inserted text is shown below that line, not below the next one.
  const last = from < to && to === line.from ? doc.lineAt(to - 1) : line;
  return { where: "below", at: last.to };
}

const SIDES = {
  inline: { side: 1 },
  within: { side: 1 },
  above: { side: -1, block: true },
  below: { side: 1, block: true },
};

const LINE_ENDS = /\n+$/;

const isInLine = (where: Placement) => where === "inline" || where === "within";

/** Draws hunks whose positions are those of the old text. */
export function hunksDrawing(
  hunks: readonly ProposalHunk[],
  { decisions, current, entrance, hidden, acts }: HunksShown,
): Drawing {
  return (doc, range) => {
    const ranges: Range<Decoration>[] = [];
    /** Where the last paragraphs were inserted. */
    let paragraphs = -1;
    // Between a change of the old text and its new hunks, the old ones may be drawn once more.
    const placed = (place: number) => Math.min(range.from + place, range.to);
    for (const [index, { from, to, insert, note }] of hunks.entries()) {
      if (hidden.has(index)) continue;
      const hunk = { from: placed(from), to: placed(to), insert };
      const decision = decisions[index] ?? "open";
      const look = { decision, current: index === current, entrance: index === entrance };
      if (hunk.from < hunk.to) {
        const classes = classesOf("cm-proposal-removed", look);
        ranges.push(Decoration.mark({ class: classes, tagName: "del" }).range(hunk.from, hunk.to));
      }
      const { where, at } = placementOf(doc, hunk, paragraphs === hunk.from);
      if (insert.includes("\n")) paragraphs = hunk.to;
      const widget = new HunkWidget(acts, { index, insert, note, where, ...look });
      ranges.push(Decoration.widget({ widget, ...SIDES[where] }).range(at));
    }
    return Decoration.set(ranges, true);
  };
}

interface Look {
  decision: Decision;
  current: boolean;
  entrance: boolean;
}

interface Shown extends Look {
  index: number;
  insert: string;
  note: string | undefined;
  where: Placement;
}

function classesOf(base: string, { decision, current }: Look): string {
  return `${base} cm-proposal-${decision}${current ? " cm-proposal-current" : ""}`;
}

class HunkWidget extends WidgetType {
  private readonly acts: HunkActs;
  private readonly shown: Shown;

  constructor(acts: HunkActs, shown: Shown) {
    super();
    this.acts = acts;
    this.shown = shown;
  }

  override eq(other: HunkWidget): boolean {
    return this.isSame(other) && this.looksLike(other);
  }

  override toDOM(): HTMLElement {
    const { acts, shown } = this;
    const { index, insert, note, where } = shown;
    const dom = document.createElement(isInLine(where) ? "span" : "div");
    dom.dataset.hunk = `${acts.id}-${index}`;
    const choices = document.createElement("span");
    if (note !== undefined) {
      choices.className = "cm-proposal-note";
      choices.textContent = note;
      dom.append(choices);
      this.listen(dom);
      this.dress(dom);
      return dom;
    }
    choices.className = "cm-proposal-choices";
    const { phrases } = acts;
    const choose = (decision: Decision) => {
      acts.enter(index);
      acts.choose(index, decision);
    };
    const described = insert === "" ? null : `cm-proposal-${acts.id}-${index}`;
    choices.append(
      button("accepted", phrases?.accept, described, () => choose("accepted")),
      button("rejected", phrases?.reject, described, () => choose("rejected")),
    );
    if (insert !== "") dom.append(insertion(described ?? "", shown));
    // In paragraphs the buttons follow the last word; after a blank line they would seem to belong to what follows.
    const paragraphs = [...dom.querySelectorAll(".cm-proposal-paragraph")];
    const last = paragraphs.findLast(({ textContent }) => textContent !== "") ?? paragraphs.at(-1);
    (last ?? dom).append(choices);
    if (where === "within") dom.append(LINE_ENDS.exec(insert)?.[0] ?? "");
    this.listen(dom);
    this.dress(dom);
    return dom;
  }

  /** Keeps the elements, and the focus in them. */
  override updateDOM(dom: HTMLElement, _view: EditorView, from: HunkWidget): boolean {
    if (!this.isSame(from)) return false;
    this.dress(dom);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  private isSame({ acts, shown }: HunkWidget): boolean {
    const { index, insert, note, where } = this.shown;
    const isSameText = shown.insert === insert && shown.note === note;
    return acts === this.acts && shown.index === index && isSameText && shown.where === where;
  }

  private looksLike({ shown }: HunkWidget): boolean {
    const { decision, current, entrance } = this.shown;
    return shown.decision === decision && shown.current === current && shown.entrance === entrance;
  }

  private dress(dom: HTMLElement): void {
    const { decision, entrance, where } = this.shown;
    const place = isInLine(where) ? "inline" : where;
    dom.className = classesOf(`cm-proposal-hunk cm-proposal-${place}`, this.shown);
    for (const choice of dom.querySelectorAll<HTMLElement>("button")) {
      choice.tabIndex = entrance ? 0 : -1;
      choice.setAttribute("aria-pressed", String(choice.dataset.choice === decision));
    }
  }

  private listen(dom: HTMLElement): void {
    const { acts, shown } = this;
    const { index } = shown;
    dom.addEventListener("focusin", () => acts.enter(index));
    dom.addEventListener("mousedown", (event) => {
      // Keeps the caret in the text, where the author continues. Drawing again before the button is released could
      // move the button away from the press.
      if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
      else acts.enter(index);
    });
    dom.addEventListener("keydown", (event) => {
      const rejects = event.target instanceof HTMLElement && event.target.dataset.choice === "rejected";
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const act = {
        Enter: () => acts.take(index, rejects ? "rejected" : "accepted"),
        Backspace: () => acts.take(index, "rejected"),
        Delete: () => acts.take(index, "rejected"),
        ArrowLeft: () => acts.step(index, -1),
        ArrowUp: () => acts.step(index, -1),
        ArrowRight: () => acts.step(index, 1),
        ArrowDown: () => acts.step(index, 1),
        Escape: () => acts.toText(),
      }[event.key];
      if (act === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    });
  }
}

/** The inserted text: words, or paragraphs. Its placement already shows the line ends at its borders. */
function insertion(id: string, { insert, where }: Shown): HTMLElement {
  const inserted = document.createElement("ins");
  inserted.id = id;
  inserted.className = "cm-proposal-inserted";
  if (isInLine(where)) {
    inserted.textContent = insert.replace(LINE_ENDS, "");
    return inserted;
  }
  const body = where === "below" ? insert.replace(/^\n/, "") : insert;
  for (const line of body.replace(/\n$/, "").split("\n")) {
    const paragraph = document.createElement("div");
    paragraph.className = `cm-proposal-paragraph${ownIndent(line) ? " cm-own-indent" : ""}`;
    const words = document.createElement("span");
    words.className = "cm-proposal-words";
    words.textContent = line;
    paragraph.append(words);
    if (line === "") paragraph.append(document.createElement("br"));
    inserted.append(paragraph);
  }
  return inserted;
}

const SIGNS = { accepted: "M20 6 9 17l-5-5", rejected: "M18 6 6 18M6 6l12 12" };
const SVG = "http://www.w3.org/2000/svg";

function button(
  choice: "accepted" | "rejected",
  label: string | undefined,
  described: string | null,
  act: () => void,
): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `cm-proposal-choice cm-proposal-choice-${choice}`;
  made.dataset.choice = choice;
  if (label !== undefined) {
    made.setAttribute("aria-label", label);
    made.title = label;
  }
  if (described !== null) made.setAttribute("aria-describedby", described);
  const sign = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SIGNS[choice]);
  sign.setAttribute("viewBox", "0 0 24 24");
  sign.setAttribute("aria-hidden", "true");
  sign.append(path);
  made.append(sign);
  made.addEventListener("click", act);
  return made;
}

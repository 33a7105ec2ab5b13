// The pieces of a proposal as hunks in the editor of their scene. They come when the editor is there and step back while
// a model's text is proposed in it.

import { openScene } from "@/desk/open-scenes";
import { placeOfQuote } from "@/desk/quotes";
import type { Writing } from "@/editor/create";
import type { PlaceRect } from "@/editor/place-rect";
import type { Decision as HunkDecision, Proposal, ProposalHunk, ProposalPhrases } from "@/editor/proposal";
import type { MendPieceEdit, MendPieceView, SceneId } from "@/ipc/types";
import type { Decision, PieceState } from "./decisions";

/** A hunk with the place of its piece among the pieces. */
export type PieceHunk = ProposalHunk & { piece: number };

/** Around a passage that the author changed, so many characters suffice to find it. */
const SHORT_CONTEXT = 8;

/** Where the old words of an edit are in a text; null if they are not there. */
export function placeOfEdit(text: string, edit: MendPieceEdit): { from: number; to: number } | null {
  const { before, old, after, range } = edit;
  const found = placeOfQuote(text, before + old + after, range.start - [...before].length);
  if (found === null) return null;
  const from = found.from + before.length;
  return { from, to: from + old.length };
}

/** Where an edit would have been, by the words before or after it. */
function nearPlace(text: string, { before, after, range }: MendPieceEdit): number | null {
  for (const words of [before, before.slice(-SHORT_CONTEXT)]) {
    const found = placeOfQuote(text, words, range.start - [...words].length);
    if (found !== null) return found.to;
  }
  for (const words of [after, after.slice(0, SHORT_CONTEXT)]) {
    const found = placeOfQuote(text, words, range.end);
    if (found !== null) return found.from;
  }
  return null;
}

/** The pieces in a text, in its order. A conflict shows a note at its place; what is not in the text is left out. */
export function hunksIn(text: string, pieces: readonly MendPieceView[], note: string): PieceHunk[] {
  const all = pieces.flatMap(({ edits, is_conflict }, piece) => {
    if (!is_conflict) {
      return edits.flatMap((edit): PieceHunk[] => {
        const place = placeOfEdit(text, edit);
        return place === null ? [] : [{ ...place, insert: edit.new, piece }];
      });
    }
    const at = edits[0] === undefined ? null : nearPlace(text, edits[0]);
    return at === null ? [] : [{ from: at, to: at, insert: "", note, piece }];
  });
  all.sort((one, two) => one.from - two.from || one.to - two.to);
  return all.filter(({ from }, at) => from >= (all[at - 1]?.to ?? 0));
}

const TO_HUNK: Record<PieceState, HunkDecision> = {
  open: "open",
  conflict: "open",
  accepted: "accepted",
  refused: "rejected",
};
const TO_PIECE: Record<HunkDecision, Decision | "open"> = {
  open: "open",
  accepted: "accepted",
  rejected: "refused",
};

interface Heard {
  /** A hunk was decided in the text. */
  onDecide(piece: number, decision: Decision | "open"): void;
  /** The caret or the focus came to a hunk, or left all of them. */
  onEnter(piece: number | null): void;
}

/** What is shown. */
export interface Shown {
  pieces: readonly MendPieceView[];
  states: readonly PieceState[];
  /** When the pieces were read. */
  readAt: number;
}

/** The hunks of one scene. */
export class Hunks {
  private readonly scene: SceneId;
  private readonly heard: Heard;
  private readonly phrases: ProposalPhrases & { note: string };
  private writing: Writing | null = null;
  private proposal: Proposal | null = null;
  private hunks: readonly PieceHunk[] = [];
  private readAt = 0;

  constructor(scene: SceneId, phrases: ProposalPhrases & { note: string }, heard: Heard) {
    this.scene = scene;
    this.phrases = phrases;
    this.heard = heard;
  }

  /** The editor that shows them. */
  get shownIn(): Writing | null {
    return this.proposal === null ? null : this.writing;
  }

  /** Shows the pieces in the editor of the scene, if there is one that is free. */
  show({ pieces, states, readAt }: Shown): void {
    const writing = openScene(this.scene)?.writing ?? null;
    if (writing !== this.writing) this.remove();
    if (writing === null) return;
    if (this.proposal === null) {
      this.proposal = this.begin(writing);
      this.writing = writing;
      this.readAt = 0;
    }
    if (this.proposal === null) return;
    if (readAt !== this.readAt) {
      this.readAt = readAt;
      this.hunks = hunksIn(this.proposal.oldText(), pieces, this.phrases.note);
      this.proposal.showHunks(this.hunks);
    }
    this.hunks.forEach(({ piece }, index) => {
      this.proposal?.decide(index, TO_HUNK[states[piece] ?? "open"]);
    });
  }

  /** Scrolls to a piece and highlights it. False if it is not shown. */
  focus(piece: number): boolean {
    const index = this.hunks.findIndex((hunk) => hunk.piece === piece);
    if (this.proposal === null || index < 0) return false;
    this.proposal.focusHunk(index);
    return true;
  }

  /** Where a piece is in the window; null when it is not in sight. */
  rect(piece: number): PlaceRect | null {
    const { proposal } = this;
    if (proposal === null) return null;
    const own = this.hunks.flatMap((hunk, index) => (hunk.piece === piece ? [index] : []));
    const seen = own.filter((index) => proposal.isSeen(index)).flatMap((index) => proposal.rect(index) ?? []);
    const [first] = seen;
    if (first === undefined) return null;
    const bottom = Math.max(...seen.map((rect) => rect.bottom));
    return { ...first, top: Math.min(...seen.map((rect) => rect.top)), bottom };
  }

  remove(): void {
    this.proposal?.remove();
    this.proposal = null;
    this.writing = null;
    this.hunks = [];
  }

  private begin(writing: Writing): Proposal | null {
    const pieceOf = (index: number) => this.hunks[index]?.piece;
    const range = { from: 0, to: writing.length() };
    const callbacks = {
      onDecide: (index: number, decision: HunkDecision) => {
        const piece = pieceOf(index);
        if (piece !== undefined) this.heard.onDecide(piece, TO_PIECE[decision]);
      },
      onStale: () => undefined,
      onFocusHunk: (index: number | null) =>
        this.heard.onEnter(index === null ? null : (pieceOf(index) ?? null)),
      onEnd: () => {
        if (this.proposal === proposal) this.proposal = null;
      },
    };
    const proposal = writing.propose(range, callbacks, { phrases: this.phrases, isApart: true });
    return proposal;
  }
}

let shown: { scene: SceneId; hunks: Hunks } | null = null;

/** The hunks that the text shows; null when it shows none. */
export function setShownHunks(next: typeof shown): void {
  shown = next;
}

/** Scrolls to a piece in the text and highlights it. False if the text does not show it. */
export function focusHunk(scene: SceneId, piece: number): boolean {
  return shown?.scene === scene && shown.hunks.focus(piece);
}

// Anchors: passages of the open text that follow every edit exactly. They belong to a thread (a plant, a reminder, a
// payoff) or to a comment. Text written inside an anchor belongs to it, text written at its borders does not; deletion
// shrinks it. An anchor whose text is entirely gone (deleted, overwritten, cut) is gone. Undo and redo restore each
// anchor as it was. Moving whole lines by key, dragging, and pasting what was cut carry anchors along.
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { historySide, noSteps, recordStep, restoreStep, type Steps } from "./anchor-history";
import { type CutAnchor, cutAnchors, placeCutAnchors } from "./cut-anchors";
import { historyRestored } from "./history-steps";
import { type Known, knownText, knownTexts, nameMoment, nameVersion, type TextName } from "./known-texts";
import { carriedByLines } from "./moved-lines";
import { rangesToChars, rangesToUtf16 } from "./positions";
import { staging } from "./program";
import { allSurvivors, type Span, survivors } from "./survivors";

/** The role of an anchored passage in its thread. */
export type ThreadRole = "plant" | "reminder" | "payoff";

/** What an anchored passage belongs to. */
export type AnchorRole = ThreadRole | "comment";

/** How a comment is drawn: by its colour while it is open, faint when it is done, or as a passage left out of print. */
export type CommentTone = "yellow" | "green" | "blue" | "pink" | "purple" | "grey" | "done" | "unprinted";

/** An anchored passage. Anchors returned to callers have their current UTF-16 positions. */
export interface Anchor {
  id: string;
  from: number;
  to: number;
  role: AnchorRole;
  title: string;
  /** Of a comment. */
  tone?: CommentTone | undefined;
}

/** All anchors of the open text, in chars of one text: a stored version, or a remembered moment. */
export type AnchorSet = { anchors: readonly Anchor[] } & TextName;

/** The current position of an anchor, in chars. A deleted anchor is an empty range where it was. */
export interface AnchorNow {
  id: string;
  from: number;
  to: number;
  gone: boolean;
}

/** One placement of an anchor. An anchor that is placed again counts as a different one for undo. */
interface Placed extends Readonly<Anchor> {
  readonly placing: number;
}

interface Anchors {
  readonly now: readonly Placed[];
  readonly steps: Steps<Placed>;
  /** The anchors of each known text, in that text's positions. */
  readonly named: ReadonlyMap<string, readonly Placed[]>;
}

const replaceAnchors = StateEffect.define<{
  text: string;
  now: readonly Placed[];
  named: readonly Placed[];
}>();

let placings = 0;

/** The anchors, and the history that restores them on undo and redo. */
export const anchorsField = StateField.define<Anchors>({
  create: () => ({ now: [], steps: noSteps, named: new Map() }),
  update: (value, transaction) => {
    const changes = transaction.docChanged || historySide(transaction) !== null;
    let anchors = changes ? followed(value, transaction) : value;
    for (const effect of transaction.effects) {
      if (effect.is(historyRestored)) {
        anchors = { ...anchors, steps: effect.value.field(anchorsField).steps };
      } else if (effect.is(replaceAnchors)) {
        const { text, now } = effect.value;
        anchors = { ...anchors, now, named: new Map(anchors.named).set(text, effect.value.named) };
      } else if (effect.is(placeCutAnchors)) {
        anchors = { ...anchors, now: broughtBack(anchors.now, effect.value) };
      } else if (effect.is(nameMoment)) {
        anchors = withNamed(anchors, transaction, { moment: effect.value }, anchors.now);
      } else if (effect.is(nameVersion)) {
        const { version, moment } = effect.value;
        const at = moment === undefined ? anchors.now : anchors.named.get(keyOf({ moment }));
        if (at) anchors = withNamed(anchors, transaction, { version }, at);
      }
    }
    return anchors;
  },
});

function followed({ now, steps, named }: Anchors, transaction: Transaction): Anchors {
  const { changes } = transaction;
  if (transaction.annotation(staging)) {
    const reinserts = transaction.newDoc.length > transaction.startState.doc.length;
    const before = reinserts ? allSurvivors(changes.invertedDesc, now) : now;
    return { now, named, steps: recordStep(steps, transaction, before) };
  }
  const moved = carriedByLines(transaction, now, allSurvivors(changes.desc, now));
  const side = historySide(transaction);
  if (!side) return { now: moved, named, steps: recordStep(steps, transaction, now) };
  const back = restoreStep(steps, side, changes.desc, now);
  return back
    ? { now: restorePositions(moved, back.anchors), named, steps: back.steps }
    : { now: moved, named, steps: noSteps };
}

/**
 * The current anchors at their earlier positions. An anchor placed since then stays where the change has moved it,
 * unless it was placed as a deleted one: its words may have come back.
 */
function restorePositions(now: readonly Placed[], before: readonly Placed[]): readonly Placed[] {
  const earlier = new Map(before.map((anchor) => [anchor.placing, anchor]));
  const byId = new Map(before.map((anchor) => [anchor.id, anchor]));
  return now.map((anchor) => {
    const isGone = anchor.from === anchor.to;
    const was = earlier.get(anchor.placing) ?? (isGone ? byId.get(anchor.id) : undefined);
    return was ? { ...anchor, from: was.from, to: was.to } : anchor;
  });
}

/** Anchors that are gone, at the places where a paste brought their words. */
function broughtBack(now: readonly Placed[], brought: readonly CutAnchor[]): readonly Placed[] {
  const places = new Map(brought.map((one) => [one.id, one]));
  return now.map((anchor) => {
    const place = anchor.from === anchor.to ? places.get(anchor.id) : undefined;
    return place === undefined ? anchor : { ...anchor, from: place.from, to: place.to };
  });
}

function withNamed(anchors: Anchors, { state }: Transaction, name: TextName, at: readonly Placed[]): Anchors {
  const { versions, moments } = state.field(knownTexts);
  const knownKeys = new Set([
    ...versions.map((known) => keyOf({ version: known.name })),
    ...moments.map((known) => keyOf({ moment: known.name })),
  ]);
  const texts = [...anchors.named, [keyOf(name), at] as const];
  return { ...anchors, named: new Map(texts.filter(([key]) => knownKeys.has(key))) };
}

function keyOf(name: TextName): string {
  return "moment" in name ? `moment ${name.moment}` : `version ${name.version}`;
}

/** The anchors of an open text, as an extension. */
export const anchors: Extension = [
  knownTexts,
  anchorsField,
  cutAnchors((state) => state.field(anchorsField).now),
];

/**
 * The effect that replaces all anchors, or null when the set's text is no longer known. An existing anchor whose range
 * equals the one it had in that text is left as it is: edits since then keep it moved, and undo can still restore it.
 * An empty range means that the anchor is deleted. Anchors missing from the set are forgotten.
 */
export function anchorsEffect(state: EditorState, set: AnchorSet): StateEffect<unknown> | null {
  const known = knownText(state, set);
  if (!known) return null;
  const { now, named } = state.field(anchorsField);
  const text = keyOf(set);
  const had = new Map(named.get(text)?.map((anchor) => [anchor.id, anchor]));
  const live = new Map(now.map((anchor) => [anchor.placing, anchor]));
  const requested = new Map(set.anchors.map((anchor) => [anchor.id, anchor]));
  const spans = spansIn(known, [...requested.values()]);
  const placed = [...requested.values()].map(
    ({ id, role, title, tone }, at): { named: Placed; now: Placed } => {
      const span = spans[at] ?? { from: 0, to: 0 };
      const was = had.get(id);
      const same = was && alike(was, span) ? live.get(was.placing) : undefined;
      if (was && same) return { named: was, now: { ...same, role, title, tone } };
      placings += 1;
      const added = { id, role, title, tone, placing: placings };
      return { named: { ...added, ...span }, now: { ...added, ...survivors(known.changes, span) } };
    },
  );
  return replaceAnchors.of({
    text,
    now: placed.map((one) => one.now),
    named: placed.map((one) => one.named),
  });
}

function spansIn({ doc }: Known, requested: readonly Anchor[]): Span[] {
  const valid = requested.map(({ from, to }) =>
    Number.isFinite(from) && Number.isFinite(to) && from < to ? { from, to } : { from, to: from },
  );
  return rangesToUtf16(doc, valid);
}

function alike(one: Span, two: Span): boolean {
  const gone = one.from === one.to;
  return gone ? two.from === two.to : one.from === two.from && one.to === two.to;
}

/** All anchors at their current positions, in chars of the current text. */
export function anchorsNow(state: EditorState): AnchorNow[] {
  const { now } = state.field(anchorsField);
  const places = rangesToChars(state.doc, now);
  return now.map(({ id, from, to }, at) => ({ id, ...(places[at] ?? { from, to }), gone: from === to }));
}

/** The anchors of a set as they would be after applying it, in chars; null when its text is no longer known. */
export function anchorsIn(state: EditorState, set: AnchorSet): AnchorNow[] | null {
  const effects = anchorsEffect(state, set);
  return effects && anchorsNow(state.update({ effects }).state);
}

/**
 * All anchors in UTF-16 positions, in the order they were given; deleted ones are empty. Returns the same list object
 * until an anchor moves or changes.
 */
export function heldAnchors(state: EditorState): readonly Anchor[] {
  return state.field(anchorsField).now;
}

/** The innermost anchor around a position, of a thread or a comment; one that only ends there matches last. */
export function anchorAt(
  state: EditorState,
  position: number,
  of: "thread" | "comment" = "thread",
): Anchor | null {
  const rank = ({ from, to }: Span) => (to === position ? Number.MAX_SAFE_INTEGER / 2 : 0) + to - from;
  const around = heldAnchors(state).filter(
    ({ from, to, role }) =>
      from < to && from <= position && position <= to && (role === "comment") === (of === "comment"),
  );
  const [first] = around.toSorted((one, two) => rank(one) - rank(two));
  if (!first) return null;
  const { id, from, to, role, title, tone } = first;
  return { id, from, to, role, title, ...(tone && { tone }) };
}

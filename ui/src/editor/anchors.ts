// Thread anchors: ranges of the open text (a plant, a reminder, a payoff) that live with it. Every edit carries them
// along exactly: what is written inside an anchor belongs to it, what is written at its borders does not; what is taken
// from it makes it smaller; when nothing of it is left (deleted, written over, cut and pasted elsewhere, dragged away) it
// is gone. Undo and redo bring each anchor back as it was. Only moving whole lines by key takes anchors along.
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { historySide, noSteps, recorded, type Steps, wentBack } from "./anchor-history";
import { historyTakenBack } from "./history-steps";
import { type Known, knownText, knownTexts, nameMoment, nameVersion, type TextName } from "./known-texts";
import { carriedByLines } from "./moved-lines";
import { rangesToChars, rangesToUtf16 } from "./positions";
import { staging } from "./program";
import { allSurvivors, type Span, survivors } from "./survivors";

/** What an anchored passage does for its thread. */
export type AnchorRole = "plant" | "reminder" | "payoff";

/** An anchored passage. Anchors told to the outside hold their present UTF-16 positions. */
export interface Anchor {
  id: string;
  from: number;
  to: number;
  role: AnchorRole;
  title: string;
}

/** All anchors of the open text, in chars of one text: a stored version, or the text of a moment. */
export type AnchorSet = { anchors: readonly Anchor[] } & TextName;

/** Where an anchor lies now, in chars; one that is gone is empty, where it was. */
export interface AnchorNow {
  id: string;
  from: number;
  to: number;
  gone: boolean;
}

/** One placing of an anchor: an anchor that is placed anew is another one for undo. */
interface Placed extends Readonly<Anchor> {
  readonly placing: number;
}

interface Anchors {
  readonly now: readonly Placed[];
  readonly steps: Steps<Placed>;
  /** The anchors of each known text, in its own positions. */
  readonly named: ReadonlyMap<string, readonly Placed[]>;
}

const put = StateEffect.define<{ text: string; now: readonly Placed[]; named: readonly Placed[] }>();

let placings = 0;

/** The anchors with what undo and redo bring back of them. */
export const anchorsField = StateField.define<Anchors>({
  create: () => ({ now: [], steps: noSteps, named: new Map() }),
  update: (value, transaction) => {
    const changes = transaction.docChanged || historySide(transaction) !== null;
    let anchors = changes ? followed(value, transaction) : value;
    for (const effect of transaction.effects) {
      if (effect.is(historyTakenBack)) {
        anchors = { ...anchors, steps: effect.value.field(anchorsField).steps };
      } else if (effect.is(put)) {
        const { text, now } = effect.value;
        anchors = { ...anchors, now, named: new Map(anchors.named).set(text, effect.value.named) };
      } else if (effect.is(nameMoment)) {
        anchors = named(anchors, transaction, { moment: effect.value }, anchors.now);
      } else if (effect.is(nameVersion)) {
        const { version, moment } = effect.value;
        const then = moment === undefined ? anchors.now : anchors.named.get(keyOf({ moment }));
        if (then) anchors = named(anchors, transaction, { version }, then);
      }
    }
    return anchors;
  },
});

function followed({ now, steps, named }: Anchors, transaction: Transaction): Anchors {
  const { changes } = transaction;
  if (transaction.annotation(staging)) {
    const records = transaction.newDoc.length > transaction.startState.doc.length;
    const before = records ? allSurvivors(changes.invertedDesc, now) : now;
    return { now, named, steps: recorded(steps, transaction, before) };
  }
  const moved = carriedByLines(transaction, now, allSurvivors(changes.desc, now));
  const side = historySide(transaction);
  if (!side) return { now: moved, named, steps: recorded(steps, transaction, now) };
  const back = wentBack(steps, side, changes.desc, now);
  return back
    ? { now: asBefore(moved, back.anchors), named, steps: back.steps }
    : { now: moved, named, steps: noSteps };
}

/** The anchors of now where they were before; one that was placed since stays where the change has carried it. */
function asBefore(now: readonly Placed[], before: readonly Placed[]): readonly Placed[] {
  const earlier = new Map(before.map((anchor) => [anchor.placing, anchor]));
  return now.map((anchor) => {
    const was = earlier.get(anchor.placing);
    return was ? { ...anchor, from: was.from, to: was.to } : anchor;
  });
}

function named(anchors: Anchors, { state }: Transaction, name: TextName, then: readonly Placed[]): Anchors {
  const { versions, moments } = state.field(knownTexts);
  const kept = new Set([
    ...versions.map((known) => keyOf({ version: known.name })),
    ...moments.map((known) => keyOf({ moment: known.name })),
  ]);
  const texts = [...anchors.named, [keyOf(name), then] as const];
  return { ...anchors, named: new Map(texts.filter(([key]) => kept.has(key))) };
}

function keyOf(name: TextName): string {
  return "moment" in name ? `moment ${name.moment}` : `version ${name.version}`;
}

/** The anchors of an open text, as an extension. */
export const anchors: Extension = [knownTexts, anchorsField];

/**
 * The effect that replaces all anchors, or null when the text of the set is not known. An anchor that the surface has,
 * and whose range is the one it had in that text, stays what it is: it lies where the edits since have carried it, and
 * undo can still bring it back. An empty range says that the anchor is gone. One that is left out is forgotten.
 */
export function anchorsEffect(state: EditorState, set: AnchorSet): StateEffect<unknown> | null {
  const known = knownText(state, set);
  if (!known) return null;
  const { now, named } = state.field(anchorsField);
  const text = keyOf(set);
  const had = new Map(named.get(text)?.map((anchor) => [anchor.id, anchor]));
  const live = new Map(now.map((anchor) => [anchor.placing, anchor]));
  const given = new Map(set.anchors.map((anchor) => [anchor.id, anchor]));
  const spans = spansIn(known, [...given.values()]);
  const placed = [...given.values()].map(({ id, role, title }, at): { named: Placed; now: Placed } => {
    const span = spans[at] ?? { from: 0, to: 0 };
    const was = had.get(id);
    const same = was && alike(was, span) ? live.get(was.placing) : undefined;
    if (was && same) return { named: was, now: { ...same, role, title } };
    placings += 1;
    const fresh = { id, role, title, placing: placings };
    return { named: { ...fresh, ...span }, now: { ...fresh, ...survivors(known.changes, span) } };
  });
  return put.of({ text, now: placed.map((one) => one.now), named: placed.map((one) => one.named) });
}

function spansIn({ doc }: Known, given: readonly Anchor[]): Span[] {
  const sound = given.map(({ from, to }) =>
    Number.isFinite(from) && Number.isFinite(to) && from < to ? { from, to } : { from, to: from },
  );
  return rangesToUtf16(doc, sound);
}

function alike(one: Span, two: Span): boolean {
  const gone = one.from === one.to;
  return gone ? two.from === two.to : one.from === two.from && one.to === two.to;
}

/** All anchors where they lie now, in chars of the text of now. */
export function anchorsNow(state: EditorState): AnchorNow[] {
  const { now } = state.field(anchorsField);
  const places = rangesToChars(state.doc, now);
  return now.map(({ id, from, to }, at) => ({ id, ...(places[at] ?? { from, to }), gone: from === to }));
}

/** Where the anchors of a set lie in the text of a state, in chars, as if they were set; null when their text is not known. */
export function anchorsIn(state: EditorState, set: AnchorSet): AnchorNow[] | null {
  const effects = anchorsEffect(state, set);
  return effects && anchorsNow(state.update({ effects }).state);
}

/** All anchors in UTF-16 positions, in the order they were given in; those that are gone are empty. The list is the same
 * one as long as none has moved or changed. */
export function heldAnchors(state: EditorState): readonly Anchor[] {
  return state.field(anchorsField).now;
}

/** The innermost anchor around a place; one that only ends there counts when no other does. */
export function anchorAt(state: EditorState, position: number): Anchor | null {
  const rank = ({ from, to }: Span) => (to === position ? Number.MAX_SAFE_INTEGER / 2 : 0) + to - from;
  const around = heldAnchors(state).filter(({ from, to }) => from < to && from <= position && position <= to);
  const [first] = around.toSorted((one, two) => rank(one) - rank(two));
  if (!first) return null;
  const { id, from, to, role, title } = first;
  return { id, from, to, role, title };
}

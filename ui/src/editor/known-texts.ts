// The texts that had a name (a stored version, or the text of a moment) and what changed since, so that a range of one of
// them can be found in the text of now. What belongs to a text that is not known any more is refused.
import {
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { moves } from "./program";

/** The name of a text: a stored version, or a moment of the surface. */
export type TextName = { version: number } | { moment: number };

/** A text that had a name, and what has changed since. */
export interface Known {
  readonly name: number;
  readonly doc: Text;
  readonly changes: ChangeDesc;
}

interface KnownTexts {
  /** The current version and the one before it. */
  readonly versions: readonly Known[];
  /** Texts handed out to be saved, or to be looked through, that are not versions yet. */
  readonly moments: readonly Known[];
}

const KEPT_VERSIONS = 2;
const KEPT_MOMENTS = 8;

/** The text of now, or of a moment, is a version. */
export const nameVersion = StateEffect.define<{ version: number; moment: number | undefined }>();
/** The text of now is that of a moment. */
export const nameMoment = StateEffect.define<number>();

/** The known texts, for the layers that place ranges in them. */
export const knownTexts = StateField.define<KnownTexts>({
  create: () => ({ versions: [], moments: [] }),
  update: (value, transaction) => {
    let known = value;
    if (moves(transaction)) {
      const { desc } = transaction.changes;
      const follow = (one: Known): Known => ({ ...one, changes: one.changes.composeDesc(desc) });
      known = { versions: known.versions.map(follow), moments: known.moments.map(follow) };
    }
    for (const effect of transaction.effects) {
      if (effect.is(nameVersion)) {
        known = versioned(known, effect.value.version, effect.value.moment, transaction.newDoc);
      } else if (effect.is(nameMoment)) {
        const moment = unchanged(effect.value, transaction.newDoc);
        known = { ...known, moments: [moment, ...known.moments].slice(0, KEPT_MOMENTS) };
      }
    }
    return known;
  },
});

function unchanged(name: number, doc: Text): Known {
  return { name, doc, changes: ChangeSet.empty(doc.length).desc };
}

function versioned(known: KnownTexts, version: number, moment: number | undefined, doc: Text): KnownTexts {
  const saved = known.moments.find(({ name }) => name === moment);
  if (moment !== undefined && !saved) return known;
  const current: Known = saved ? { ...saved, name: version } : unchanged(version, doc);
  const others = known.versions.filter(({ name }) => name !== version);
  // Moments older than the one that became a version can still be answered: saves may return out of order.
  const moments = known.moments.filter((one) => one !== saved);
  return { versions: [current, ...others].slice(0, KEPT_VERSIONS), moments };
}

/** The text of a name, or undefined when it is not known any more. */
export function knownText(state: EditorState, name: TextName): Known | undefined {
  const { versions, moments } = state.field(knownTexts);
  return "moment" in name
    ? moments.find((known) => known.name === name.moment)
    : versions.find((known) => known.name === name.version);
}

/** Whether ranges of this version can be placed. */
export function knowsVersion(state: EditorState, version: number): boolean {
  return knownText(state, { version }) !== undefined;
}

/** Whether ranges of the text of this name can be placed. */
export function knowsText(state: EditorState, name: TextName): boolean {
  return knownText(state, name) !== undefined;
}

/** The text (of now, or of an earlier moment) is stored as this version: ranges of it are accepted from here on. */
export function versionEffect(version: number, moment?: number): StateEffect<unknown> {
  return nameVersion.of({ version, moment });
}

/** Remembers the text of now under a number, for a version that is still being saved. */
export function momentEffect(moment: number): StateEffect<unknown> {
  return nameMoment.of(moment);
}

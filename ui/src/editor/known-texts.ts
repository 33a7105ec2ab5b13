// The named texts (a stored version, or a remembered moment) and the changes since each, so that a range of one of them
// can be mapped to the current text. Ranges of a text that is no longer known are refused.
import {
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { moves } from "./program";

/** The name of a text: a stored version, or a moment of the editor. */
export type TextName = { version: number } | { moment: number };

/** A named text, and the changes since. */
export interface Known {
  readonly name: number;
  readonly doc: Text;
  readonly changes: ChangeDesc;
}

interface KnownTexts {
  /** The current version and the one before it. */
  readonly versions: readonly Known[];
  /** Texts handed out to be saved or checked that are not versions yet. */
  readonly moments: readonly Known[];
}

const MAX_VERSIONS = 2;
const MAX_MOMENTS = 8;

/** Names the current text, or that of a moment, as a version. */
export const nameVersion = StateEffect.define<{ version: number; moment: number | undefined }>();
/** Names the current text as a moment. */
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
        known = { ...known, moments: [moment, ...known.moments].slice(0, MAX_MOMENTS) };
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
  return { versions: [current, ...others].slice(0, MAX_VERSIONS), moments };
}

/** The text with a name, or undefined when it is no longer known. */
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

/** Whether ranges of the text with this name can be placed. */
export function knowsText(state: EditorState, name: TextName): boolean {
  return knownText(state, name) !== undefined;
}

/** Names the current text, or that of an earlier moment, as this version: its ranges are accepted from here on. */
export function versionEffect(version: number, moment?: number): StateEffect<unknown> {
  return nameVersion.of({ version, moment });
}

/** Remembers the current text under a number, for a version that is still being saved. */
export function momentEffect(moment: number): StateEffect<unknown> {
  return nameMoment.of(moment);
}

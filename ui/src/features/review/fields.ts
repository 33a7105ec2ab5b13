// The fields of every kind of proposal, as the form to correct it shows them. Pure.
import type { EntityKind, Modality, Proposed, ThreadChange } from "@/ipc/types";

type Kind = Proposed["kind"];
type Of<K extends Kind> = Extract<Proposed, { kind: K }>;

/** The names of the properties of `P` that hold a `V`. */
type Holding<P, V> = { [F in keyof P]-?: P[F] extends V | undefined ? F : never }[keyof P];

/** A field; `label` is a key of the words. */
type FieldOf<P> =
  | { is: "line"; name: Holding<P, string>; label: string; needed?: true }
  | { is: "lines"; name: Holding<P, string>; label: string }
  | { is: "names"; name: Holding<P, string[]>; label: string }
  | { is: "switch"; name: Holding<P, boolean>; label: string }
  /** The first value is the default. */
  | { is: "choice"; name: Holding<P, string>; label: string; values: readonly string[]; words: string };

/** A field of any kind of proposal. */
export type Field = FieldOf<Record<string, never>>;

const KINDS: readonly EntityKind[] = ["character", "location", "organization", "item", "event", "thread"];
const MODALITIES: readonly Modality[] = ["narrated", "claimed", "rumour", "dream", "planned"];
const CHANGES: readonly ThreadChange[] = ["plant", "remind", "advance", "resolve"];

const MODALITY = {
  is: "choice",
  name: "modality",
  label: "modality.label",
  values: MODALITIES,
  words: "modality",
} as const;

/** Row by row; two fields of a row stand side by side where there is room. */
const FIELDS: { readonly [K in Kind]: readonly (readonly FieldOf<Of<K>>[])[] } = {
  entity: [
    [
      { is: "line", name: "name", label: "correct.name", needed: true },
      { is: "choice", name: "entity_kind", label: "correct.kind", values: KINDS, words: "kinds" },
    ],
    [{ is: "names", name: "aliases", label: "correct.aliases" }],
    [{ is: "lines", name: "description", label: "correct.description" }],
  ],
  alias: [
    [
      { is: "line", name: "alias", label: "correct.alias", needed: true },
      { is: "line", name: "name", label: "correct.of", needed: true },
    ],
  ],
  relation: [
    [
      { is: "line", name: "from", label: "correct.from", needed: true },
      { is: "line", name: "to", label: "correct.to", needed: true },
    ],
    [{ is: "line", name: "relation", label: "correct.relation", needed: true }, MODALITY],
  ],
  fact: [
    [
      { is: "line", name: "subject", label: "correct.subject", needed: true },
      { is: "line", name: "predicate", label: "correct.predicate", needed: true },
    ],
    [{ is: "line", name: "object", label: "correct.object", needed: true }, MODALITY],
    [{ is: "switch", name: "replaces", label: "correct.replaces" }],
  ],
  event: [
    [{ is: "line", name: "title", label: "correct.heading", needed: true }],
    [
      { is: "line", name: "time", label: "correct.time" },
      { is: "line", name: "place", label: "correct.place" },
    ],
    [{ is: "names", name: "participants", label: "correct.participants" }],
  ],
  thread: [
    [
      { is: "line", name: "title", label: "correct.heading", needed: true },
      { is: "choice", name: "change", label: "changes.label", values: CHANGES, words: "changes" },
    ],
    [{ is: "lines", name: "description", label: "correct.description" }],
  ],
};

export const rowsOf = ({ kind }: Proposed): readonly (readonly Field[])[] => FIELDS[kind];

export function valueIn(proposed: Proposed, { name }: Field): unknown {
  return (proposed as Record<string, unknown>)[name];
}

/** Whether every needed field has text. */
export function isWhole(proposed: Proposed): boolean {
  const needed = rowsOf(proposed)
    .flat()
    .filter((field) => field.is === "line" && field.needed);
  return needed.every((field) => String(valueIn(proposed, field) ?? "").trim() !== "");
}

/** The proposal with its fields trimmed. */
export function trimmed(proposed: Proposed): Proposed {
  const entries = Object.entries(proposed).map(([key, value]) => [
    key,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as Proposed;
}

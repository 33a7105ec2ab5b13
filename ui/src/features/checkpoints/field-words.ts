// The values of records in words.
import type { TFunction } from "i18next";
import { figure } from "@/components/figures";
import type { ItemKind, JsonValue } from "@/ipc/types";
import { fieldOf } from "./canon-items";
import type { CanonNames } from "./canon-names";
import type { zh } from "./words";

type T = TFunction<"checkpoints">;

/** Formats a value. Values come from records: each field has the shape its record defines. */
type Tell = (value: JsonValue, names: CanonNames, t: T) => string;

const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");
const number = (value: JsonValue | undefined) => (typeof value === "number" ? value : 0);
const list = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);

const joined = (words: readonly string[], t: T) => words.join(t("value.comma"));
const by =
  (who: keyof CanonNames): Tell =>
  (value, names) =>
    names[who](number(value));
const byAll =
  (who: keyof CanonNames): Tell =>
  (value, names, t) =>
    joined(
      list(value).map((id) => names[who](number(id))),
      t,
    );
type Group = {
  [K in keyof typeof zh.value]: (typeof zh.value)[K] extends string ? never : K;
}[keyof typeof zh.value];

/** One of a fixed set of words, from a group in `value`; others are shown as they are. */
const oneOf =
  (group: Group): Tell =>
  (value, _, t) =>
    // Only our own names are looked up: an author's may contain characters with special meaning there.
    /^[a-z_]+\d?$/.test(text(value))
      ? t(`value.${group}.${text(value)}`, { defaultValue: text(value) })
      : text(value);

const quoted: Tell = (value, _, t) => t("value.quote", { quote: text(value) });

const evidence: Tell = (value, names, t) =>
  list(value)
    .map((one) =>
      t("value.evidence", {
        quote: text(fieldOf(one, "quote")),
        scene: names.scene(number(fieldOf(one, "scene"))),
      }),
    )
    .join("\n");

/** The object of a fact. */
const objectWords: Tell = (value, names) => {
  const entity = fieldOf(value, "entity");
  return entity === undefined ? text(fieldOf(value, "text")) : names.entity(number(entity));
};

const FIELDS: Record<string, Tell> = {
  status: oneOf("status"),
  modality: oneOf("modality"),
  source: oneOf("source"),
  confidence: (value) => `${Math.round(number(value) * 100)}%`,
  evidence,
  valid_from: by("scene"),
  valid_to: by("scene"),
  scene: by("scene"),
};

const OF_KIND: Partial<Record<ItemKind, Record<string, Tell>>> = {
  bible_field: { key: oneOf("bible") },
  lore_entry: {
    kind: oneOf("kind"),
    origin: (value, names) => names.book(number(fieldOf(value, "book"))),
  },
  lorebook: {
    format: oneOf("format"),
    document: (_value, _names, t) => t("value.document"),
    picture: (_value, _names, t) => t("value.picture"),
  },
  entity: { kind: oneOf("kind"), lore_entry: by("entry") },
  relation: { from: by("entity"), to: by("entity") },
  fact: { subject: by("entity"), object: objectWords },
  plot_thread: {
    status: oneOf("thread"),
    due_after: (value, _, t) => t("value.chapters", { n: figure(number(value)) }),
  },
  thread_anchor: {
    thread: by("thread"),
    role: oneOf("role"),
    quote: quoted,
    version: (value, _, t) => t("value.version", { n: number(value) }),
    range: (value, _, t) =>
      t("value.range", { from: number(fieldOf(value, "start")) + 1, to: number(fieldOf(value, "end")) }),
  },
  comment: {
    state: oneOf("comment"),
    colour: oneOf("colour"),
    by: (value, _, t) =>
      text(fieldOf(value, "name")) || t(`value.who.${text(fieldOf(value, "who")) || "author"}`),
    at: (value) => new Date(number(value)).toLocaleString(),
    replies: (value) =>
      list(value)
        .map((reply) => text(fieldOf(reply, "text")))
        .join("\n"),
    quote: quoted,
    version: (value, _, t) => t("value.version", { n: number(value) }),
    range: (value, _, t) =>
      t("value.range", { from: number(fieldOf(value, "start")) + 1, to: number(fieldOf(value, "end")) }),
  },
  timeline_event: {
    after: byAll("event"),
    participants: byAll("entity"),
  },
};

/** A value in words; null if there is nothing to show. An omitted field may still have a meaning. */
export function fieldWords(
  { kind, name, value }: { kind: ItemKind; name: string; value: JsonValue },
  names: CanonNames,
  t: T,
): string | null {
  if (value === null) return t(`unsaid.${name}`, { defaultValue: "" }) || null;
  const tell = OF_KIND[kind]?.[name] ?? FIELDS[name];
  if (tell !== undefined) return tell(value, names, t);
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "number") return figure(value);
  if (Array.isArray(value)) return joined(value.map(String), t);
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** The label of a field of a kind. */
export function fieldName(kind: ItemKind, name: string, t: T): string {
  return t([`ownField.${kind}.${name}`, `field.${name}`], { defaultValue: name });
}

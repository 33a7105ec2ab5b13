// Names of checkpoints and changed items in the author's language.
import type { TFunction } from "i18next";
import { locate } from "@/desk/navigation";
import type { CheckpointEntry, JsonValue, OutlineView } from "@/ipc/types";
import { fieldOf } from "./canon-items";
import type { CanonNames } from "./canon-names";
import { type Item, numberInChapter } from "./changes";
import { fieldWords } from "./field-words";

type T = TFunction<"checkpoints">;

/** The marks the backend puts before the name of an automatic checkpoint: a restore, an import, a compaction. */
const REASON_MARKS = /^(?:[↩↧⌛]\s*)+/u;

/** A checkpoint by its name; an automatic one by what followed it. */
export function checkpointName({ reason, name }: Pick<CheckpointEntry, "reason" | "name">, t: T): string {
  if (reason === "author") return name;
  const reasonText = t(`reason.${reason}`);
  const followed = name.replace(REASON_MARKS, "");
  return followed === "" ? reasonText : t("named", { reason: reasonText, name: followed });
}

/** The name of the checkpoint that a restore will create, as the list will show it. */
export function wayBackName({ name }: CheckpointEntry, t: T): string {
  return checkpointName({ reason: "before_restore", name }, t);
}

/** The name of a changed item. */
function itemName({ entry }: Item, outline: OutlineView | undefined, names: CanonNames, t: T): string {
  const title = entry.title === "" ? t("item.untitled") : entry.title;
  switch (entry.kind) {
    case "project":
      return t("item.project");
    case "outline":
      return t("item.outline");
    case "volume":
      return t("item.volume", { title });
    case "chapter":
      return t("item.chapter", { title });
    case "bible_field":
    case "relation":
    case "fact":
    case "thread_anchor":
    case "comment":
      return canonName(entry, names, t) ?? title;
    case "lorebook":
      return t("item.lorebook", { title });
    case "lore_entry":
    case "entity":
    case "plot_thread":
    case "timeline_event":
    case "prompt":
    case "pipeline_profile":
      return title;
    default: {
      const n = numberInChapter(outline, entry.id);
      const own = n === null ? title : t("item.numbered", { title, n });
      return entry.kind === "scene" ? t("item.scene", { title: own }) : own;
    }
  }
}

/** The names of changed items, by key: unique among scenes. */
export function itemNames(
  items: readonly Item[],
  outline: OutlineView | undefined,
  names: CanonNames,
  t: T,
): ReadonlyMap<string, string> {
  const named = new Map(items.map((item) => [item.key, itemName(item, outline, names, t)]));
  const uses = new Map<string, number>();
  for (const name of named.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
  for (const { key, entry } of items) {
    const name = named.get(key) ?? "";
    if ((entry.kind !== "text" && entry.kind !== "scene") || (uses.get(name) ?? 0) < 2) continue;
    const place = outline === undefined ? undefined : locate(outline, entry.id);
    named.set(
      key,
      place === undefined
        ? t("item.goneScene", { title: name, n: entry.id })
        : t("item.numbered", { title: name, n: place.chapter.scenes.indexOf(place.scene) + 1 }),
    );
  }
  return named;
}

const patterns = new WeakMap<T, Map<string, string>>();

/** Fills a pattern. The pattern is looked up once: there may be thousands of facts. */
function filled(
  key: "relation" | "fact" | "anchor" | "comment",
  values: Record<string, string>,
  t: T,
): string {
  const known = patterns.get(t) ?? new Map<string, string>();
  patterns.set(t, known);
  const pattern = known.get(key) ?? t(`item.${key}`, { skipInterpolation: true });
  known.set(key, pattern);
  return pattern.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

/** The name of an item derived from its record; null without a record. */
function canonName(entry: Item["entry"], names: CanonNames, t: T): string | null {
  const { kind } = entry;
  const record: JsonValue = entry.after ?? entry.before ?? null;
  if (record === null) return null;
  const words = (name: string) =>
    fieldWords({ kind, name, value: fieldOf(record, name) ?? null }, names, t) ?? "";
  switch (kind) {
    case "relation":
      return filled("relation", { from: words("from"), kind: words("kind"), to: words("to") }, t);
    case "fact":
      return filled(
        "fact",
        {
          subject: words("subject"),
          predicate: words("predicate"),
          object: words("object"),
        },
        t,
      );
    case "thread_anchor":
      return filled("anchor", { role: words("role"), quote: words("quote") }, t);
    case "comment":
      return filled("comment", { quote: words("quote") }, t);
    default:
      return words("key") || null;
  }
}

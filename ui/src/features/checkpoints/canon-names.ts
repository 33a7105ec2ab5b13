// Resolves the names in canon records, which refer to each other by id. Names inside the comparison are known; others
// are requested only if some record needs them.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { ChangeEntry, ItemKind, OutlineView } from "@/ipc/types";
import { fieldOf } from "./canon-items";
import { numberInChapter } from "./changes";

/** The names of the kinds that others refer to. */
export interface CanonNames {
  entity: (id: number) => string;
  entry: (id: number) => string;
  book: (id: number) => string;
  thread: (id: number) => string;
  event: (id: number) => string;
  /** A scene by the title of its chapter. */
  scene: (id: number) => string;
}

type Known = ReadonlyMap<string, string>;

/** The names in the changes: from the second side, or from the first for removed items. */
export function namesIn(changes: readonly ChangeEntry[]): Known {
  return new Map(changes.map(({ kind, id, title }) => [`${kind} ${id}`, title]));
}

/** The additional lists that the changed records need. */
export function neededBy(changes: readonly ChangeEntry[]) {
  const has = (...kinds: ItemKind[]) => changes.some(({ kind }) => kinds.includes(kind));
  const says = (kind: ItemKind, name: string) =>
    changes.some(
      (entry) =>
        entry.kind === kind &&
        [entry.before, entry.after].some((record) => fieldOf(record ?? null, name) !== undefined),
    );
  return {
    entities: has("relation", "fact") || says("timeline_event", "participants"),
    lore: says("entity", "lore_entry") || says("lore_entry", "origin"),
    threads: has("thread_anchor"),
    timeline: says("timeline_event", "after"),
  };
}

/** The names for a comparison. An unknown name is shown as its number. */
export function useCanonNames(changes: readonly ChangeEntry[], outline: OutlineView | undefined): CanonNames {
  const { t } = useTranslation("checkpoints");
  const needed = useMemo(() => neededBy(changes), [changes]);
  const entities = useAnswer("kg.entities", needed.entities ? {} : null).data;
  const lore = useAnswer("lore.list", needed.lore ? {} : null).data;
  const threads = useAnswer("threads.list", needed.threads ? {} : null).data;
  const timeline = useAnswer("timeline.list", needed.timeline ? {} : null).data;
  return useMemo(() => {
    const known = new Map(namesIn(changes));
    for (const { id, name } of entities?.entities ?? []) known.set(`entity ${id}`, name);
    for (const { id, title } of lore?.entries ?? []) known.set(`lore_entry ${id}`, title);
    for (const { id, name } of lore?.books ?? []) known.set(`lorebook ${id}`, name);
    for (const { id, title } of threads?.threads ?? []) known.set(`plot_thread ${id}`, title);
    for (const { id, title } of timeline?.events ?? []) known.set(`timeline_event ${id}`, title);
    const of = (kind: ItemKind) => (id: number) => known.get(`${kind} ${id}`) ?? `#${id}`;
    return {
      entity: of("entity"),
      entry: of("lore_entry"),
      book: of("lorebook"),
      thread: of("plot_thread"),
      event: of("timeline_event"),
      scene: (id) => {
        const place = outline === undefined ? undefined : locate(outline, id);
        if (place === undefined) return `${t("item.sceneNo", { n: id })} · ${t("item.gone")}`;
        const title = place.chapter.title || t("item.untitled");
        if (place.scene.title !== "") return `${title} · ${place.scene.title}`;
        const n = numberInChapter(outline, id);
        return n === null ? title : t("item.numbered", { title, n });
      },
    };
  }, [changes, outline, entities, lore, threads, timeline, t]);
}

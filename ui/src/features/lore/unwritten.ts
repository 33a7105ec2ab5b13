// A card without an entry also has the form of one: the first edit creates the entry.
import { useRef } from "react";
import { showCard } from "@/desk/desk";
import { askNow } from "@/desk/paced-answer";
import { call } from "@/ipc/host";
import type { Card, LoreEntry, LoreEntryId, LoreKind, SaveLoreEntry } from "@/ipc/types";
import { KINDS } from "./kinds";

/** A change of an entry. */
export type EntryChange = Omit<SaveLoreEntry, "entry">;

/** The kind of the entry of a card. */
function loreKind(kind: string): LoreKind {
  return KINDS.find((one) => one === kind) ?? "concept";
}

/** An entry without content. */
export function blankEntry(title: string): LoreEntry {
  return {
    id: 0,
    title,
    kind: "character",
    aliases: [],
    content: "",
    secrets: "",
    keywords: [],
    and_keywords: [],
    priority: 5,
    constant: false,
    locked: false,
    disabled: false,
    book: null,
    entity: null,
    removed_at: null,
  };
}

/** The entry that a card would have. */
export function draftEntry({ title, kind, entity }: Card): LoreEntry {
  return { ...blankEntry(title), kind: loreKind(kind), entity };
}

/** Saves changes to the entry of a card, and creates it first if there is none. */
export function useEntryKeeper(entry: LoreEntryId | null, card: Card | undefined) {
  const creation = useRef<Promise<LoreEntryId> | null>(null);
  return async (change: EntryChange): Promise<void> => {
    if (entry !== null) {
      await call("lore.save", { entry, ...change });
      return;
    }
    if (card === undefined) return;
    creation.current ??= call("lore.save", { title: card.title, kind: loreKind(card.kind) }).then(
      ({ id }) => id,
    );
    try {
      const id = await creation.current;
      await call("lore.save", { entry: id, ...change });
      // Under another name it would no longer be found.
      if (card.entity === null && change.title !== undefined) showCard({ entry: id });
    } catch (thrown) {
      creation.current = null;
      throw thrown;
    }
    await askNow("cards.get");
  };
}

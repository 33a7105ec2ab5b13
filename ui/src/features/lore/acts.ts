// Acts on entries. The notice of a removal undoes it.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { type BareCard, closeDialog, showCard, showItem, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import type { EntityId, Failure, LoreEntry, LoreEntryId, Named, SaveLoreEntry } from "@/ipc/types";
import { ENTITY_KIND } from "./kinds";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`lore:${key}`, values);

/** Opens the card of a name. */
export function open({ entry, entity }: Pick<Named, "entry" | "entity">): void {
  showCard({ entry, entity });
}

const isOf = (card: BareCard | null, entity: EntityId) =>
  card !== null && "entity" in card && card.entity === entity;

/** Removes the entity of a card without an entry, with all its statements; the list is shown. */
export function removeEntity(entity: EntityId, title: string): Promise<unknown> {
  return attempt(async () => {
    const removed = await call("kg.remove", { items: [{ entity }] });
    useDesk.setState(({ shown }) => ({
      shown: {
        ...shown,
        entity: shown.entity === entity ? null : shown.entity,
        card: isOf(shown.card ?? null, entity) ? null : (shown.card ?? null),
      },
    }));
    notify({
      text: say("removed.done", { title }),
      ...(removed.items.length > 1 && { detail: say("removed.more", { n: removed.items.length - 1 }) }),
      action: { label: say("undo"), onSelect: () => void attempt(() => call("kg.put_back", removed)) },
    });
  });
}

/** Removes an entry; the list is shown at its old position. */
export function remove(entry: LoreEntryId, title: string): Promise<unknown> {
  return attempt(async () => {
    await call("lore.remove", { entries: [entry] });
    useDesk.setState(({ shown }) => ({
      shown: { ...shown, lore: shown.lore === entry ? null : shown.lore },
    }));
    notify({
      text: say("removed.done", { title }),
      action: {
        label: say("undo"),
        onSelect: () => void attempt(() => call("lore.put_back", { entries: [entry] })),
      },
    });
  });
}

/** Creates an entry and reports it, with a link. */
export async function create(request: SaveLoreEntry): Promise<LoreEntry> {
  const entry = await call("lore.save", request);
  notify({
    text: say("new.done", { title: entry.title }),
    action: {
      label: say("open"),
      onSelect: () => {
        closeDialog();
        showItem("lore", entry.id);
      },
    },
  });
  return entry;
}

/** Creates the entity of an entry and shows it. */
export function createEntity({ id, title, kind }: LoreEntry): Promise<unknown> {
  return attempt(async () => {
    const entity = await call("kg.save_entity", { name: title, kind: ENTITY_KIND[kind], lore_entry: id });
    showItem("entity", entity.id);
  });
}

/** The other names of an entry, or of an entity without one, and how to save them. */
async function aliasesOf({
  entry,
  entity,
}: Named): Promise<{ aliases: string[]; write(to: string[]): Promise<unknown> }> {
  if (entry !== null) {
    const { aliases } = await call("lore.get", { entry });
    return { aliases, write: (to) => call("lore.save", { entry, aliases: to }) };
  }
  const { entities } = await call("kg.entities", {});
  const aliases = entities.find(({ id }) => id === entity)?.aliases ?? [];
  return { aliases, write: (to) => call("kg.save_entity", { entity, aliases: to }) };
}

/** Adds an alias. Rejects with a `Failure`, for instance if the name is taken. */
export async function addAlias(named: Named, alias: string): Promise<void> {
  const { aliases, write } = await aliasesOf(named);
  await write([...aliases, alias]);
  notify({
    text: say("alias.done", { alias, title: named.title }),
    action: {
      label: say("undo"),
      onSelect: () =>
        void attempt(async () => {
          const now = await aliasesOf(named);
          await now.write(now.aliases.filter((one) => one !== alias));
        }),
    },
  });
}

/** The owner of a refused name. */
export interface Bearer extends Pick<Named, "entry" | "entity" | "title"> {
  name: string;
}

/** The owner of the name in a failure; null for other failures. */
export function bearerOf({ code, details }: Failure): Bearer | null {
  if (code !== "name_taken" || details === null || typeof details !== "object" || Array.isArray(details))
    return null;
  const { name, title, entry, entity } = details;
  if (typeof name !== "string" || typeof title !== "string") return null;
  return {
    name,
    title,
    entry: typeof entry === "number" ? entry : null,
    entity: typeof entity === "number" ? entity : null,
  };
}

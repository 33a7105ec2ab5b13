// The canon item that a finding or an issue contradicts.
import type { Against } from "@/ipc/types";
import { showItem } from "./desk";

/** The kinds of canon items with their own view. */
const HAS_PLACE: ReadonlySet<Against["kind"]> = new Set(["lore", "entity", "thread", "event"]);

/** Whether the item has its own view. */
export function hasPlace({ kind }: Pick<Against, "kind">): boolean {
  return HAS_PLACE.has(kind);
}

/** Shows the item, if it has its own view. */
export function goToAgainst({ kind, id }: Against): void {
  if (kind === "lore") showItem("lore", id);
  else if (kind === "entity") showItem("entity", id);
  else if (kind === "thread") showItem("thread", id);
  else if (kind === "event") showItem("event", id);
}

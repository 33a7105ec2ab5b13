// Statements whose spans may be wrong because chapters were moved. Pure.
import type { SceneRef } from "@/ipc/types";
import type { Statement } from "./acts";
import type { Places } from "./content";

/** `reversed`: it ends before it begins, so it never holds. `several`: another value began to hold elsewhere. */
export type OrderHint = "reversed" | "several";

/** The hint for a statement beside the others of the same entity. */
export function orderHint(statement: Statement, all: readonly Statement[], places: Places): OrderHint | null {
  const { valid_from, valid_to } = statement.view;
  const rank = (place: SceneRef | null) => (place === null ? undefined : places.get(place.scene)?.rank);
  const [from, to] = [rank(valid_from), rank(valid_to)];
  if (from !== undefined && to !== undefined && to <= from) return "reversed";
  return all.some((other) => isRival(statement, other)) ? "several" : null;
}

/** Whether both are changes of the same attribute that hold at once, with different values. */
function isRival(one: Statement, other: Statement): boolean {
  if (one.of !== "fact" || other.of !== "fact") return false;
  const [a, b] = [one.view, other.view];
  const isSame = a.subject === b.subject && a.predicate === b.predicate && a.modality === b.modality;
  const isChanged =
    a.valid_from !== null && b.valid_from !== null && a.valid_from.scene !== b.valid_from.scene;
  return isSame && isChanged && a.holds && b.holds && a.object_name !== b.object_name;
}

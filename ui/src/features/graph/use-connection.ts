// The two entities whose connection is asked for in the graph tab, and the answer. The tab lists it and the graph
// highlights it.
import { useMemo } from "react";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { EntityView } from "@/ipc/types";
import { useAsOf } from "./as-of";
import { called } from "./content";
import type { Chains } from "./network";
import { useTabState } from "./tab-state";

const NO_CHAINS: Chains = [];
const NO_ENTITIES: readonly EntityView[] = [];

/** The entity with a name or alias; in any case if none has it exactly. */
function named(entities: readonly EntityView[], name: string): EntityView | undefined {
  const folded = name.trim().toLocaleLowerCase();
  const hasIt = (one: string) => folded !== "" && one.toLocaleLowerCase() === folded;
  return called(entities, name) ?? entities.find((entity) => [entity.name, ...entity.aliases].some(hasIt));
}

export function useConnection(entities: readonly EntityView[]) {
  const { ends, asOf, narrated } = useTabState();
  const at = useAsOf(asOf);
  const [from, to] = [named(entities, ends.from), named(entities, ends.to)];
  const isSame = from !== undefined && from.id === to?.id;
  const isAsked = from !== undefined && to !== undefined && !isSame;
  const answer = useAnswer(
    "kg.connection",
    isAsked ? { from: { id: from.id }, to: { id: to.id }, at, narrated_only: narrated } : null,
  );
  return { from, to, isSame, isAsked, at, answer };
}

/** The chains that the tab shows; none while it shows something else. */
export function useShownChains(entities: readonly EntityView[]): Chains {
  const isShown = useDesk(({ tab, shown }) => tab === "graph" && shown.entity === null);
  const view = useTabState((state) => state.view);
  // Without entities nothing is asked for.
  const { isAsked, answer } = useConnection(isShown && view === "connection" ? entities : NO_ENTITIES);
  const { data } = answer;
  return useMemo(
    () =>
      isAsked && data !== undefined
        ? data.chains.map(({ nodes }) => nodes.map(({ id }) => String(id)))
        : NO_CHAINS,
    [isAsked, data],
  );
}

// Commands of the graph.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, show, showItem, showTab } from "@/desk/desk";
import { selectedPassage } from "@/desk/selected-passage";
import { openConnection } from "./connection";
import { useTabState } from "./tab-state";

const hasProject = () => desk().project !== null;

/** The selected entity, used to prefill dialogs. */
const shown = () => {
  const { tab, shown: all } = desk();
  return tab === "graph" ? all.entity : null;
};

export const commands: Command[] = [
  {
    id: "graph.show",
    title: "graph:commands.show",
    enabled: hasProject,
    run: () => showTab("graph"),
  },
  {
    id: "graph.open",
    title: "graph:commands.open",
    enabled: hasProject,
    run: () => show({ kind: "graph", entity: null }),
  },
  {
    id: "graph.new_entity",
    title: "graph:commands.newEntity",
    enabled: isWritable,
    run: () => {
      const quote = desk().centre.kind === "writing" ? (selectedPassage()?.quote ?? "") : "";
      // A short selection is used as a name; a sentence is not.
      const called = quote.length <= 20 && !quote.includes("\n") ? quote : "";
      openDialog({ name: "edit-entity", entity: null, called });
    },
  },
  {
    id: "graph.new_fact",
    title: "graph:commands.newFact",
    enabled: isWritable,
    run: () => {
      const subject = shown();
      openDialog({ name: "edit-fact", fact: null, ...(subject !== null && { subject }) });
    },
  },
  {
    id: "graph.fact_from_selection",
    title: "graph:commands.factFromSelection",
    enabled: () => isWritable() && selectedPassage() !== null,
    run: () => {
      const passage = selectedPassage();
      if (passage !== null) openDialog({ name: "edit-fact", fact: null, passage });
    },
  },
  {
    id: "graph.new_relation",
    title: "graph:commands.newRelation",
    enabled: isWritable,
    run: () => {
      const from = shown();
      openDialog({ name: "edit-relation", relation: null, ...(from !== null && { from }) });
    },
  },
  {
    id: "graph.connection",
    title: "graph:commands.connection",
    enabled: hasProject,
    run: () => openConnection(),
  },
  {
    id: "graph.changes",
    title: "graph:commands.changes",
    enabled: hasProject,
    run: () => {
      useTabState.setState({ view: "chapter" });
      showItem("entity", null);
    },
  },
];

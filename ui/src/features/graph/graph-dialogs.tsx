// The dialogs of the graph.
import { EditEntityDialog } from "./edit-entity-dialog";
import { EditFactDialog } from "./edit-fact-dialog";
import { EditRelationDialog } from "./edit-relation-dialog";

/** Each shows itself when the desk asks for it. */
export function GraphDialogs() {
  return (
    <>
      <EditEntityDialog />
      <EditFactDialog />
      <EditRelationDialog />
    </>
  );
}

// The dialogs of the graph.
import { EditEntityDialog } from "./edit-entity-dialog";
import { EditFactDialog } from "./edit-fact-dialog";
import { EditRelationDialog } from "./edit-relation-dialog";

/** Each is shown when the desk requests it. */
export function GraphDialogs() {
  return (
    <>
      <EditEntityDialog />
      <EditFactDialog />
      <EditRelationDialog />
    </>
  );
}

// Files of other programs dragged over the window, and dropped to be imported. The host knows their paths; the page only
// keeps the engine from opening them itself.
import i18next from "i18next";
import { create } from "zustand";
import { runCommand } from "@/commands/registry";
import { isDialogOpen } from "@/components/dialog";
import { desk, isWritable } from "@/desk/desk";
import { notify } from "@/desk/notices";
import type { DeskEvent, DraggedFiles } from "@/ipc/types";
import { isImportRunning, takeSource } from "./import-flow";

/** The events of a drag. */
export type DragEvents = DeskEvent & { type: "dragged_over" | "drag_left" | "dropped" };

/** The files over the window, as the overlay shows them. */
export const useDragged = create<{ files: DraggedFiles | null }>(() => ({ files: null }));

/** One notice at a time: a second drop replaces what was said about the first. */
const NOTICE = "dropped-files";

/** Why nothing can be imported now, as a key of the words; null if something can. */
export function refusal(): "busy" | "readOnly" | null {
  const isOther = desk().dialog?.name !== "import" && isDialogOpen();
  if (isOther || isImportRunning()) return "busy";
  return desk().project === null || isWritable() ? null : "readOnly";
}

/** Handles an event of a drag. */
export function followDrag(event: DragEvents): void {
  useDragged.setState({ files: event.type === "dragged_over" ? event.dragged : null });
  if (event.type === "dropped") void drop(event);
}

async function drop({ source, is_folder }: DragEvents & { type: "dropped" }): Promise<void> {
  const why = source === null ? "several" : refusal();
  if (source === null || why !== null) {
    notify({ text: i18next.t(`transfer:drop.${why ?? "several"}`), id: NOTICE });
    return;
  }
  // The command also ends a composition, and waits for text that is on its way.
  if (desk().dialog?.name !== "import") await runCommand("transfer.import");
  if (desk().dialog?.name === "import") await takeSource(source, is_folder ? "folder" : "file");
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/** The drag is accepted, or its program would not deliver it to the host. */
function accept(event: DragEvent): void {
  if (!hasFiles(event) || event.dataTransfer === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  event.dataTransfer.dropEffect = "copy";
}

/** The host takes drops where it can. If one arrives here, only a dialog gives the path. */
function refuse(event: DragEvent): void {
  if (!hasFiles(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const choose = {
    label: i18next.t("transfer:drop.choose"),
    onSelect: () => void runCommand("transfer.import"),
  };
  notify({ text: i18next.t("transfer:drop.notHere"), id: NOTICE, action: choose });
}

/** Keeps the engine from opening dropped files and the editor from inserting them. Returns a function that stops it. */
export function keepFilesOut(): () => void {
  window.addEventListener("dragenter", accept, true);
  window.addEventListener("dragover", accept, true);
  window.addEventListener("drop", refuse, true);
  return () => {
    window.removeEventListener("dragenter", accept, true);
    window.removeEventListener("dragover", accept, true);
    window.removeEventListener("drop", refuse, true);
  };
}

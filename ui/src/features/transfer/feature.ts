import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { DropOverlay } from "./drop-overlay";
import { ExportDialog } from "./export-dialog";
import { ImportDialog } from "./import-dialog";
import { RemarksDialog } from "./remarks-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    import: unknown;
    export: unknown;
    remarks: unknown;
  }
}

export const feature: Feature = {
  place: 40,
  commands,
  dialogs: { ImportDialog, ExportDialog, RemarksDialog, DropOverlay },
};

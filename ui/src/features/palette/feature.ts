import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { GoToChapterDialog } from "./go-to-chapter";
import { Palette } from "./palette";
import { ShortcutsDialog } from "./shortcuts-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    palette: unknown;
    "go-to-chapter": unknown;
    shortcuts: unknown;
  }
}

export const feature: Feature = {
  place: 300,
  commands,
  dialogs: { Palette, GoToChapterDialog, ShortcutsDialog },
};

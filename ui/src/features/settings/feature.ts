import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { SettingsDialog } from "./settings-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    settings: { section?: string };
  }
}

export const feature: Feature = {
  place: 50,
  commands,
  dialogs: { SettingsDialog },
};

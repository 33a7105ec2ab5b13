import type { Feature } from "@/desk/feature";
import { AboutDialog } from "./about-dialog";
import { commands } from "./commands";
import { DiagnosticsDialog } from "./diagnostics-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    about: unknown;
    diagnostics: unknown;
  }
}

export const feature: Feature = {
  place: 350,
  commands,
  dialogs: { AboutDialog, DiagnosticsDialog },
};

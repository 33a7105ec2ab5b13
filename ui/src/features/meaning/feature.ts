import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { MeaningDialog } from "./meaning-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** The embedding model of this machine. */
    meaning: unknown;
  }
}

export const feature: Feature = {
  place: 70,
  commands,
  dialogs: { MeaningDialog },
};

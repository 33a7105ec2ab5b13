import type { Feature } from "@/desk/feature";
import type { Act } from "@/ipc/types";
import { ChooseProfileDialog } from "./choose-dialog";
import { commands } from "./commands";

declare module "@/desk/desk" {
  interface Dialogs {
    /** Which profile the texts of the open scene get, this time or from now on. */
    "choose-profile": { act: Act; profile?: string };
  }
}

export const feature: Feature = {
  place: 295,
  commands,
  dialogs: { ChooseProfileDialog },
};

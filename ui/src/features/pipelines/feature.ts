import type { Feature } from "@/desk/feature";
import type { Act } from "@/ipc/types";
import { ChooseProfileDialog } from "./choose-dialog";
import { commands } from "./commands";
import { PlannedSteps } from "./planned-steps";
import { TryProfileDialog } from "./try-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** Which profile the texts of the open scene get, this time or from now on. */
    "choose-profile": { act: Act; profile?: string };
    /** Runs the steps before the text of a profile, saved or as typed. */
    "try-profile": { profile: string; title: string; text?: string };
  }
}

export const feature: Feature = {
  place: 295,
  commands,
  dialogs: { ChooseProfileDialog, TryProfileDialog },
  fills: { plannedSteps: PlannedSteps },
};

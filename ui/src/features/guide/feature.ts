import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { GuideDialog } from "./guide-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** The author's guide. */
    guide: unknown;
  }
}

export const feature: Feature = {
  place: 330,
  commands,
  dialogs: { GuideDialog },
};

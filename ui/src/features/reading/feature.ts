import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { ReadingDialog } from "./reading-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    reading: unknown;
  }
}

export const feature: Feature = {
  place: 25,
  commands,
  dialogs: { ReadingDialog },
};

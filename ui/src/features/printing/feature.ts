import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { PrintDialog } from "./print-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    print: unknown;
  }
}

export const feature: Feature = {
  place: 41,
  commands,
  dialogs: { PrintDialog },
};

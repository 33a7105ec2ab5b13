import type { Feature } from "@/desk/feature";
import { BinDialog } from "./bin-dialog";
import { commands } from "./commands";

declare module "@/desk/desk" {
  interface Dialogs {
    bin: unknown;
  }
}

export const feature: Feature = {
  place: 210,
  commands,
  dialogs: { BinDialog },
};

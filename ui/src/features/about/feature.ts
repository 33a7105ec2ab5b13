import type { Feature } from "@/desk/feature";
import { AboutDialog } from "./about-dialog";
import { commands } from "./commands";

declare module "@/desk/desk" {
  interface Dialogs {
    about: unknown;
  }
}

export const feature: Feature = {
  place: 350,
  commands,
  dialogs: { AboutDialog },
};

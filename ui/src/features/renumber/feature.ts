import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { RenumberDialog } from "./renumber-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    renumber: unknown;
  }
}

export const feature: Feature = {
  place: 200,
  commands,
  dialogs: { RenumberDialog },
};

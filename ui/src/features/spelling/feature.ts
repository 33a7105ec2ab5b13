import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { SpellingDialog } from "./spelling-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** The novel's spelling dictionary and its own words. */
    spelling: unknown;
  }
}

export const feature: Feature = {
  place: 100,
  commands,
  dialogs: { SpellingDialog },
};

import type { Feature } from "@/desk/feature";
import { DamageDialog } from "./damage-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** What can be recovered from a damaged project. */
    damage: unknown;
  }
}

export const feature: Feature = {
  place: 360,
  dialogs: { DamageDialog },
};

import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { UsageDialog } from "./usage-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** Model usage, and the spending limits. */
    usage: unknown;
  }
}

export const feature: Feature = {
  place: 260,
  commands,
  dialogs: { UsageDialog },
};

import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { ModelsDialog } from "./models-dialog";
import { NoModelDialog } from "./no-model-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** The configured models; may open at a kind of server to add, or at a provider. */
    models: {
      section?: "providers" | "routes" | "keys" | "ceilings";
      preset?: string;
      provider?: string;
    };
    /** Shown when a feature needs a model and none is configured. */
    "no-model": unknown;
  }
}

export const feature: Feature = {
  place: 60,
  commands,
  dialogs: { ModelsDialog, NoModelDialog },
};

import type { Feature } from "@/desk/feature";
import type { Act, Generate } from "@/ipc/types";
import { commands } from "./commands";
import { DraftingDialogs } from "./drafting-dialogs";

declare module "@/desk/desk" {
  interface Dialogs {
    /** A model act with the author's own instruction. */
    instruct: { act?: Act };
    /** Previews a request before it is sent. */
    "preview-sending": { request: Generate };
    /** Asks for consent before text is sent to a host for the first time. */
    consent: { provider: string; origin: string; request: Generate };
    /** A scene card or titles, generated while the dialog is open. */
    "model-values": { request: Generate };
  }
}

export const feature: Feature = {
  place: 130,
  commands,
  dialogs: { DraftingDialogs },
};

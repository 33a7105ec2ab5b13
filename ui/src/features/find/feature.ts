import type { Feature } from "@/desk/feature";
import { commands } from "./commands";

declare module "@/desk/desk" {
  interface Dialogs {
    find: { scope: "scene" | "chapter" | "book"; replace: boolean };
  }
}

export const feature: Feature = {
  place: 80,
  commands,
};

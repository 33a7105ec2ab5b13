import type { Feature } from "@/desk/feature";
import { BinderDialogs } from "./binder-dialogs";
import { commands } from "./commands";

export const feature: Feature = {
  place: 110,
  commands,
  dialogs: { BinderDialogs },
};

import type { Feature } from "@/desk/feature";
import { commands } from "./commands";

export const feature: Feature = {
  place: 190,
  commands,
};

import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { MemoryView } from "./memory-view";

export const feature: Feature = {
  place: 140,
  commands,
  fills: { sceneMemory: MemoryView },
};

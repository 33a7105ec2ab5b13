import { ReceiptText } from "lucide-react";
import type { ComponentType } from "react";
import type { Feature } from "@/desk/feature";
import type { Act, SceneId } from "@/ipc/types";
import { commands } from "./commands";
import { ContextTab } from "./context-tab";

declare module "@/desk/desk" {
  interface InspectorTabs {
    context: unknown;
  }
}

declare module "@/desk/feature" {
  interface Slots {
    /** What a scene needs from earlier ones. */
    sceneMemory: ComponentType<{ scene: SceneId }>;
    /** The steps around the next text of a scene. */
    plannedSteps: ComponentType<{ scene: SceneId; act: Act }>;
  }
}

export const feature: Feature = {
  place: 240,
  commands,
  tab: {
    id: "context",
    place: 70,
    icon: ReceiptText,
    content: (slot) => <ContextTab memory={slot("sceneMemory")} steps={slot("plannedSteps")} />,
  },
};

import { FileText } from "lucide-react";
import type { ComponentType } from "react";
import type { Feature } from "@/desk/feature";
import type { ChapterId } from "@/ipc/types";
import { commands } from "./commands";
import { PartTab } from "./part-tab";

declare module "@/desk/desk" {
  interface InspectorTabs {
    part: unknown;
  }
}

declare module "@/desk/feature" {
  interface Slots {
    /** The summary and completion of a chapter, in its tab. */
    chapterSummary: ComponentType<{ chapter: ChapterId }>;
  }
}

export const feature: Feature = {
  place: 120,
  commands,
  tab: {
    id: "part",
    place: 10,
    icon: FileText,
    content: (slot) => <PartTab summary={slot("chapterSummary")} />,
  },
};

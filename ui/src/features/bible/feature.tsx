import { ScrollText } from "lucide-react";
import type { Feature } from "@/desk/feature";
import { BibleTab } from "./bible-tab";
import { commands } from "./commands";

declare module "@/desk/desk" {
  interface InspectorTabs {
    bible: unknown;
  }
}

export const feature: Feature = {
  place: 160,
  commands,
  tab: { id: "bible", place: 20, icon: ScrollText, content: () => <BibleTab /> },
};

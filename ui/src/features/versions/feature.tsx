import { History } from "lucide-react";
import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { VersionsTab } from "./versions-tab";

declare module "@/desk/desk" {
  interface InspectorTabs {
    versions: unknown;
  }
}

export const feature: Feature = {
  place: 150,
  commands,
  tab: { id: "versions", place: 110, icon: History, content: () => <VersionsTab /> },
};

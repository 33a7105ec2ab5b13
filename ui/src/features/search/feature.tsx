import { Search } from "lucide-react";
import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { SearchTab } from "./search-tab";

declare module "@/desk/desk" {
  interface InspectorTabs {
    search: unknown;
  }
}

export const feature: Feature = {
  place: 90,
  commands,
  tab: { id: "search", place: 80, icon: Search, content: () => <SearchTab /> },
};

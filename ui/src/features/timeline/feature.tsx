import { CalendarRange } from "lucide-react";
import type { Feature } from "@/desk/feature";
import type { TimelineEventId } from "@/ipc/types";
import { commands } from "./commands";
import { EditEventDialog } from "./edit-event-dialog";
import { TimelineTab } from "./timeline-tab";

declare module "@/desk/desk" {
  interface Dialogs {
    "edit-event": { event: TimelineEventId | null; passage?: Passage };
  }
  interface InspectorTabs {
    timeline: unknown;
  }
}

export const feature: Feature = {
  place: 230,
  commands,
  dialogs: { EditEventDialog },
  tab: { id: "timeline", place: 50, icon: CalendarRange, content: () => <TimelineTab /> },
};

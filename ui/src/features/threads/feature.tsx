import { Spline } from "lucide-react";
import type { Feature } from "@/desk/feature";
import type { ThreadAnchorId, ThreadId } from "@/ipc/types";
import { AnchorThreadDialog } from "./anchor-thread-dialog";
import { commands } from "./commands";
import { EditThreadDialog } from "./edit-thread-dialog";
import { PlaceAnchorDialog } from "./place-anchor-dialog";
import { ThreadsTab } from "./threads-tab";

declare module "@/desk/desk" {
  interface Dialogs {
    "edit-thread": { thread: ThreadId | null; passage?: Passage };
    "anchor-thread": { passage: Passage; role: "payoff" | "reminder" | "plant"; thread?: ThreadId };
    "place-anchor": { anchor: ThreadAnchorId };
  }
  interface InspectorTabs {
    threads: unknown;
  }
}

export const feature: Feature = {
  place: 220,
  commands,
  dialogs: { EditThreadDialog, AnchorThreadDialog, PlaceAnchorDialog },
  tab: { id: "threads", place: 60, icon: Spline, content: () => <ThreadsTab /> },
};

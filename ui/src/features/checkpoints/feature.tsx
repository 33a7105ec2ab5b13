import { Milestone } from "lucide-react";
import type { Feature } from "@/desk/feature";
import type { CanonScope, ChapterId, CheckpointId, SceneId } from "@/ipc/types";
import { CheckpointsTab } from "./checkpoints-tab";
import { commands } from "./commands";
import { CreateCheckpointDialog } from "./create-dialog";
import { RestoreCheckpointDialog } from "./restore-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    "create-checkpoint": unknown;
    "restore-checkpoint": {
      checkpoint: CheckpointId;
      scene?: SceneId;
      chapter?: ChapterId;
      canon?: CanonScope;
    };
  }
  interface InspectorTabs {
    checkpoints: unknown;
  }
}

export const feature: Feature = {
  place: 30,
  commands,
  dialogs: { CreateCheckpointDialog, RestoreCheckpointDialog },
  tab: { id: "checkpoints", place: 120, icon: Milestone, content: () => <CheckpointsTab /> },
};

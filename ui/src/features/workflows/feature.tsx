import { Workflow } from "lucide-react";
import type { Feature } from "@/desk/feature";
import type { ChapterId, JsonValue, RunId } from "@/ipc/types";
import { ChapterSection } from "./chapter-section";
import { commands } from "./commands";
import { RunAgainDialog } from "./run-again-dialog";
import { StartWorkflowDialog } from "./start-dialog";
import { WorkflowSwitchesDialog } from "./switches-dialog";
import { WorkflowsTab } from "./workflows-tab";

declare module "@/desk/desk" {
  interface Dialogs {
    /** The inputs of a workflow and its model requests, before it starts. */
    "start-workflow": { workflow: string; chapter?: ChapterId };
    /** Runs a workflow again: all of it, or from a step on. */
    "run-again": {
      run: RunId;
      node?: string;
      only?: boolean;
      /** Replacement params for that step. */
      params?: { readonly [name: string]: JsonValue };
    };
    /** Which events start workflows automatically, and what those may spend. */
    "workflow-switches": unknown;
  }
  interface InspectorTabs {
    workflows: unknown;
  }
}

export const feature: Feature = {
  place: 270,
  commands,
  dialogs: { StartWorkflowDialog, RunAgainDialog, WorkflowSwitchesDialog },
  tab: { id: "workflows", place: 100, icon: Workflow, content: () => <WorkflowsTab /> },
  fills: { chapterSummary: ChapterSection },
};

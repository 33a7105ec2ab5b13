import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import type { NotCreated } from "./new-project";
import { NewProjectDialog } from "./new-project-dialog";
import { OpeningProblemDialog } from "./opening-problem";

declare module "@/desk/desk" {
  interface Dialogs {
    "new-project": { notCreated?: NotCreated };
  }
}

export const feature: Feature = {
  place: 10,
  commands,
  dialogs: { NewProjectDialog, OpeningProblemDialog },
};

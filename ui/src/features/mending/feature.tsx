import type { Feature } from "@/desk/feature";
import type { FindingId, SceneId } from "@/ipc/types";
import { commands } from "./commands";
import { MendFindingDialog } from "./finding-dialog";
import { MendDialog, type Reach } from "./mend-dialog";
import { Mending } from "./mending-view";
import { OpenMendings } from "./open-mendings";
import { MendToolsDialog } from "./tools-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** Mends the findings of a scene, its chapter or the book, after its price was seen. */
    mend: { reach: Reach; scene: SceneId | null };
    /** Which tools mend issues, by kind and severity. */
    "mend-tools": unknown;
    /** Mends one finding; `words` say what is wrong. */
    "mend-finding": { finding: FindingId; words: string };
  }
}

export const feature: Feature = {
  place: 285,
  commands,
  dialogs: { MendDialog, MendFindingDialog, MendToolsDialog },
  fills: { openMendings: OpenMendings, mending: Mending },
};

import type { Feature } from "@/desk/feature";
import type { FindingId, SceneId } from "@/ipc/types";
import { commands } from "./commands";
import { MendFindingDialog } from "./finding-dialog";
import { MendDialog, type Reach } from "./mend-dialog";
import { Mending } from "./mending-view";
import { OpenMendings } from "./open-mendings";

declare module "@/desk/desk" {
  interface Dialogs {
    /** Mends the findings of a scene, its chapter or the book, after its price was seen. */
    mend: { reach: Reach; scene: SceneId | null };
    /** Mends one finding; `words` say what is wrong. */
    "mend-finding": { finding: FindingId; words: string };
  }
}

export const feature: Feature = {
  place: 285,
  commands,
  dialogs: { MendDialog, MendFindingDialog },
  fills: { openMendings: OpenMendings, mending: Mending },
};

import { ListChecks } from "lucide-react";
import type { ComponentType } from "react";
import type { Feature } from "@/desk/feature";
import type { FindingId, MendSessionId } from "@/ipc/types";
import { commands } from "./commands";
import { FindingsTab } from "./findings-tab";
import { CheckRulesDialog } from "./rules-dialog";
import { WaiveFindingDialog } from "./waive-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** The rules that texts are checked against. */
    "check-rules": unknown;
    /** Waiving a finding, from outside its list. */
    "waive-finding": { finding: FindingId };
  }
  interface InspectorTabs {
    findings: unknown;
  }
}

declare module "@/desk/feature" {
  interface Slots {
    /** The open mendings, above the findings. */
    openMendings: ComponentType;
    /** One mending, in place of the findings. */
    mending: ComponentType<{ session: MendSessionId; onBack: () => void }>;
  }
}

export const feature: Feature = {
  place: 280,
  commands,
  dialogs: { CheckRulesDialog, WaiveFindingDialog },
  tab: {
    id: "findings",
    place: 90,
    icon: ListChecks,
    content: (slot) => <FindingsTab open={slot("openMendings")} mending={slot("mending")} />,
  },
};

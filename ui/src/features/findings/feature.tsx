import { ListChecks } from "lucide-react";
import type { Feature } from "@/desk/feature";
import { commands } from "./commands";
import { FindingsTab } from "./findings-tab";
import { CheckRulesDialog } from "./rules-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    /** The rules that texts are checked against. */
    "check-rules": unknown;
  }
  interface InspectorTabs {
    findings: unknown;
  }
}

export const feature: Feature = {
  place: 280,
  commands,
  dialogs: { CheckRulesDialog },
  tab: { id: "findings", place: 90, icon: ListChecks, content: () => <FindingsTab /> },
};

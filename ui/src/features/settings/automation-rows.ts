// Links to the dialogs for checks and workflows.
import { dialogRow } from "./dialog-row";

export const automationRows = {
  check_rules: dialogRow("check_rules", { name: "check-rules" }),
  workflow_switches: dialogRow("workflow_switches", { name: "workflow-switches" }),
};

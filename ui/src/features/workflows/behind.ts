// Background parts of workflows, active while a project is open.
import { useInterruptedNotice } from "./interrupted";
import { useListedWorkflows } from "./listed";

export function WorkflowsBehind(): null {
  useListedWorkflows();
  useInterruptedNotice();
  return null;
}

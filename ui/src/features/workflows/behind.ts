// What is kept going of workflows as long as a project is open, whatever is looked at.
import { useInterruptedNotice } from "./interrupted";
import { useListedWorkflows } from "./listed";

export function WorkflowsBehind(): null {
  useListedWorkflows();
  useInterruptedNotice();
  return null;
}

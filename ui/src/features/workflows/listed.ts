// The workflows of the open project, as commands in the menu and the palette.
import i18next from "i18next";
import { useEffect } from "react";
import { refresh, replaceBehind } from "@/commands/registry";
import { useAnswer } from "@/ipc/queries";
import type { WorkflowView } from "@/ipc/types";
import { ACTIVE } from "./active";
import { ANCHOR, commandsOf, titleKey } from "./commands";

/** Keeps the commands in sync with the workflows while the project is open. */
export function useListedWorkflows(): void {
  const { data } = useAnswer("workflow.list", {});
  const { data: active } = useAnswer("workflow.runs", ACTIVE);
  useEffect(() => {
    listWorkflows(data?.workflows ?? []);
  }, [data]);
  useEffect(() => () => listWorkflows([]), []);
  // Whether something can be stopped depends on what is running.
  // biome-ignore lint/correctness/useExhaustiveDependencies: updates with each answer
  useEffect(() => refresh(), [active]);
}

function listWorkflows(workflows: readonly WorkflowView[]): void {
  for (const { id, title } of workflows) {
    i18next.addResource("zh", "workflows", titleKey(id), title.zh || title.en || id);
    i18next.addResource("en", "workflows", titleKey(id), title.en || title.zh || id);
  }
  replaceBehind(ANCHOR, commandsOf(workflows));
}

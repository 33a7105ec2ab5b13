// The workflow menu: completing the open chapter, the project's other workflows, and their runs.
import type { Command } from "@/commands/command";
import { attempt } from "@/desk/attempt";
import { desk, isWritable, openDialog } from "@/desk/desk";
import { answers } from "@/ipc/queries";
import type { WorkflowView } from "@/ipc/types";
import { activeRuns, isAtWorkNow } from "./active";
import { beginOrAsk, COMPLETION, completeChapter, openChapter, showRuns, stop } from "./acts";

/** The command after which the listed workflows are inserted. */
export const ANCHOR = "workflow.complete_chapter";

type Scope = WorkflowView["scope"];

/** Why a workflow of a scope cannot be started now. */
const whyNot = (scope: Scope) => (): string | null => {
  if (desk().project === null) return "workflows:why.project";
  if (!isWritable()) return "workflows:why.readOnly";
  return scope === "chapter" && desk().scene === null ? "workflows:why.chapter" : null;
};

async function inOpenChapter(workflow: string): Promise<void> {
  const chapter = await openChapter();
  if (chapter !== null) await attempt(() => beginOrAsk(workflow, { chapter }));
}

export const commands: Command[] = [
  {
    id: ANCHOR,
    title: "workflows:commands.completeChapter",
    keys: "CmdOrCtrl+Shift+Enter",
    whyNot: whyNot("chapter"),
    run: async () => {
      const chapter = await openChapter();
      if (chapter !== null) await completeChapter(chapter);
    },
  },
  {
    id: "workflow.show",
    title: "workflows:commands.show",
    enabled: () => desk().project !== null,
    run: showRuns,
  },
  {
    id: "workflow.stop",
    title: "workflows:commands.stop",
    enabled: isAtWorkNow,
    run: async () => {
      for (const { id } of activeRuns(answers)) await stop(id);
    },
  },
  {
    id: "workflow.switches",
    title: "workflows:commands.switches",
    enabled: () => desk().project !== null,
    run: () => openDialog({ name: "workflow-switches" }),
  },
];

/** The words key of a workflow's name, registered by `listed.ts`. */
export const titleKey = (id: string): string => `titles.${id}`;

/** Commands of the workflows that can be started from the menu, except the one with its own command. */
export function commandsOf(workflows: readonly WorkflowView[]): Command[] {
  return workflows
    .filter(({ id, triggers }) => id !== COMPLETION && triggers.includes("menu"))
    .map(({ id, scope }) => ({
      id: `workflow.start.${id}`,
      title: `workflows:${titleKey(id)}`,
      whyNot: whyNot(scope),
      run: () => startFromMenu(id, scope),
    }));
}

/** Starts a workflow on the open part; one with its own input asks for it first. */
export async function startFromMenu(workflow: string, scope: Scope): Promise<void> {
  if (scope === "chapter") return inOpenChapter(workflow);
  if (scope === "input") return openDialog({ name: "start-workflow", workflow });
  await attempt(() => beginOrAsk(workflow));
}

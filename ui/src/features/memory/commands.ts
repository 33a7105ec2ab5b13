// Commands of the open scene's memory: retrieving it from its plan, or with a model's queries.
import type { Command } from "@/commands/command";
import { runCommand } from "@/commands/registry";
import { desk, isWritable } from "@/desk/desk";
import type { QueriesFrom } from "@/ipc/types";
import { isRetrieving, retrieve } from "./retrieving";

/** No dialog is open: a follow-up dialog would replace it. */
const isFree = () => {
  const { dialog } = desk();
  return dialog === null || dialog.name === "palette";
};

/** Why a memory cannot be retrieved now; null if it can. */
function whyNot(): "scene" | "readOnly" | "running" | "dialog" | null {
  const { scene, project } = desk();
  if (project === null || scene === null) return "scene";
  if (!isWritable()) return "readOnly";
  if (!isFree()) return "dialog";
  return isRetrieving(scene) ? "running" : null;
}

const by = (id: string, title: string, from: QueriesFrom): Command => ({
  id,
  title,
  whyNot: () => {
    const why = whyNot();
    return why === null ? null : `memory:why.${why}`;
  },
  run: async () => {
    const { scene } = desk();
    if (scene === null) return;
    await runCommand("context.memory");
    await retrieve(scene, from);
  },
});

export const commands: Command[] = [
  by("memory.retrieve", "memory:commands.retrieve", "plan"),
  by("memory.ask", "memory:commands.ask", "model"),
];

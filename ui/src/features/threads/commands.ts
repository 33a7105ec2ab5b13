// Commands of plot threads.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, showItem, showTab } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { selectedPassage } from "@/desk/selected-passage";

const hasProject = () => desk().project !== null;

function writing() {
  const { scene } = desk();
  return scene === null ? null : (openScene(scene)?.writing ?? null);
}

const hasSelection = () => isWritable() && writing()?.selection().empty === false;

/** The thread at the caret. */
function threadHere() {
  const { scene } = desk();
  const editor = writing();
  if (scene === null || editor === null) return undefined;
  const anchor = editor.anchorAt(editor.selection().head);
  return anchor === null ? undefined : openScene(scene)?.threadOf(anchor.id);
}

function attach(role: "payoff" | "reminder"): void {
  const passage = selectedPassage();
  if (passage !== null) openDialog({ name: "anchor-thread", passage, role });
}

export const commands: Command[] = [
  {
    id: "threads.show",
    title: "threads:commands.show",
    enabled: hasProject,
    run: () => showTab("threads"),
  },
  {
    id: "threads.new",
    title: "threads:commands.new",
    enabled: isWritable,
    run: () => openDialog({ name: "edit-thread", thread: null }),
  },
  {
    id: "threads.plant",
    title: "threads:commands.plant",
    keys: "CmdOrCtrl+Shift+P",
    enabled: hasSelection,
    run: () => {
      const passage = selectedPassage();
      if (passage !== null) openDialog({ name: "edit-thread", thread: null, passage });
    },
  },
  {
    id: "threads.pay_off",
    title: "threads:commands.payOff",
    enabled: hasSelection,
    run: () => attach("payoff"),
  },
  {
    id: "threads.remind",
    title: "threads:commands.remind",
    enabled: hasSelection,
    run: () => attach("reminder"),
  },
  {
    id: "threads.open_here",
    title: "threads:commands.openHere",
    enabled: () => threadHere() !== undefined,
    run: () => {
      const thread = threadHere();
      if (thread !== undefined) showItem("thread", thread);
    },
  },
];

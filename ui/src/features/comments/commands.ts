// Commands of comments.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, showTab } from "@/desk/desk";
import { showComment } from "./acts";
import { goToNext } from "./next";
import { commentHere, hasText, passageHere } from "./passages";
import { togglePrint } from "./printing";

const hasProject = () => desk().project !== null;
const canWrite = () => isWritable() && hasText();

export const commands: Command[] = [
  {
    id: "comments.show",
    title: "comments:commands.show",
    enabled: hasProject,
    run: () => showTab("comments"),
  },
  {
    id: "comments.add",
    title: "comments:commands.add",
    keys: "CmdOrCtrl+Alt+M",
    ofText: true,
    enabled: canWrite,
    run: () => {
      const passage = passageHere();
      if (passage !== null) openDialog({ name: "add-comment", passage });
    },
  },
  {
    id: "comments.not_for_print",
    title: "comments:commands.notForPrint",
    ofText: true,
    enabled: canWrite,
    run: () => togglePrint().then(() => undefined),
  },
  {
    id: "comments.open_here",
    title: "comments:commands.openHere",
    enabled: () => commentHere() !== undefined,
    run: () => {
      const comment = commentHere();
      if (comment !== undefined) showComment(comment);
    },
  },
  {
    id: "comments.next",
    title: "comments:commands.next",
    enabled: hasProject,
    run: () => goToNext(1),
  },
  {
    id: "comments.previous",
    title: "comments:commands.previous",
    enabled: hasProject,
    run: () => goToNext(-1),
  },
];

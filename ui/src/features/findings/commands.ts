// Commands of the findings: checking, and going to the next or previous one.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, showTab } from "@/desk/desk";
import { goToNext } from "./acts";
import { check, isChecking, stopChecking } from "./checking";
import { type Reach, setReach } from "./state";

const hasProject = () => desk().project !== null;

const checks = (reach: Reach, more: Partial<Command> = {}): Command => ({
  id: `findings.check_${reach}`,
  title: `findings:commands.check.${reach}`,
  whyNot: () => {
    if (!hasProject() || (reach !== "book" && desk().scene === null)) return "findings:why.scene";
    if (!isWritable()) return "findings:why.readOnly";
    return isChecking() ? "findings:why.checking" : null;
  },
  run: async () => {
    setReach(reach);
    showTab("findings");
    await check(reach);
  },
  ...more,
});

export const commands: Command[] = [
  checks("scene"),
  checks("chapter", { keys: "CmdOrCtrl+F7" }),
  checks("book"),
  {
    id: "findings.stop",
    title: "findings:commands.stop",
    enabled: isChecking,
    run: stopChecking,
  },
  {
    id: "findings.next",
    title: "findings:commands.next",
    keys: "F7",
    enabled: hasProject,
    run: () => goToNext(1),
  },
  {
    id: "findings.previous",
    title: "findings:commands.previous",
    keys: "Shift+F7",
    enabled: hasProject,
    run: () => goToNext(-1),
  },
  {
    id: "findings.show",
    title: "findings:commands.show",
    enabled: hasProject,
    run: () => showTab("findings"),
  },
  {
    id: "findings.rules",
    title: "findings:commands.rules",
    enabled: hasProject,
    run: () => openDialog({ name: "check-rules" }),
  },
];

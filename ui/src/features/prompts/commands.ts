// The command of the prompt workshop.
import type { Command } from "@/commands/command";
import { desk, show } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "prompts.open",
    title: "prompts:commands.open",
    enabled: () => desk().project !== null,
    run: () => show({ kind: "prompts" }),
  },
];

// Commands of usage.
import type { Command } from "@/commands/command";
import { desk, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "usage.show",
    title: "usage:commands.show",
    enabled: () => desk().project !== null,
    run: () => openDialog({ name: "usage" }),
  },
];

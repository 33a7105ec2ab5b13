// Commands of the profiles of generation.
import type { Command } from "@/commands/command";
import { desk, openDialog, show } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "pipelines.choose",
    title: "pipelines:commands.choose",
    whyNot: () => (desk().scene === null ? "pipelines:why.scene" : null),
    run: () => openDialog({ name: "choose-profile", act: "draft" }),
  },
  {
    id: "pipelines.open",
    title: "pipelines:commands.open",
    enabled: () => desk().project !== null,
    run: () => show({ kind: "profiles" }),
  },
];

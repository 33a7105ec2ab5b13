// Commands of the story bible.
import type { Command } from "@/commands/command";
import { desk, isWritable, showTab } from "@/desk/desk";
import { addField } from "./store";

export const commands: Command[] = [
  {
    id: "bible.show",
    title: "bible:commands.show",
    enabled: () => desk().project !== null,
    run: () => showTab("bible"),
  },
  {
    id: "bible.add_field",
    title: "bible:commands.add",
    enabled: () => desk().project !== null && isWritable(),
    run: addField,
  },
];

// Commands that open the palette and its dialogs.
import type { Command } from "@/commands/command";
import { desk, openDialog } from "@/desk/desk";

export const commands: Command[] = [
  {
    id: "palette.open",
    title: "palette:commands.open",
    keys: "CmdOrCtrl+K",
    run: () => openDialog({ name: "palette" }),
  },
  {
    id: "palette.go_to_chapter",
    title: "palette:commands.goToChapter",
    keys: "CmdOrCtrl+P",
    enabled: () => desk().project !== null,
    run: () => openDialog({ name: "go-to-chapter" }),
  },
  {
    id: "palette.shortcuts",
    title: "palette:commands.shortcuts",
    run: () => openDialog({ name: "shortcuts" }),
  },
];

// Commands for settings, themes and backups.
import type { Command } from "@/commands/command";
import { refresh } from "@/commands/registry";
import { changeSettings, desk, openDialog } from "@/desk/desk";
import type { Theme } from "@/ipc/types";
import { backUpFromMenu } from "./back-up";

const THEMES: readonly Theme[] = ["system", "light", "dark", "paper", "green"];

/** In menu order. */
export const commands: Command[] = [
  {
    id: "project.back_up",
    title: "settings:commands.backUp",
    enabled: () => desk().project !== null,
    run: backUpFromMenu,
  },
  {
    id: "settings.open",
    title: "settings:commands.open",
    keys: "CmdOrCtrl+,",
    run: () => openDialog({ name: "settings" }),
  },
  ...THEMES.map(
    (theme): Command => ({
      id: `theme.${theme}`,
      title: `settings:commands.themes.${theme}`,
      checked: () => desk().settings.theme === theme,
      run: async () => {
        await changeSettings({ theme });
        refresh();
      },
    }),
  ),
];

// Settings, themes and the backup on request, as commands.
import type { Command } from "@/commands/command";
import { refresh } from "@/commands/registry";
import { changeSettings, desk, openDialog } from "@/desk/desk";
import type { Theme } from "@/ipc/types";
import { backUpFromMenu } from "./back-up";

const THEMES: readonly Theme[] = ["system", "light", "dark", "paper", "green"];

/** In the order of the menus. */
export const commands: Command[] = [
  {
    id: "project.back_up",
    title: "settings:commands.backUp",
    menu: "file",
    separated: true,
    enabled: () => desk().project !== null,
    run: backUpFromMenu,
  },
  {
    id: "settings.open",
    title: "settings:commands.open",
    menu: "file",
    separated: true,
    keys: "CmdOrCtrl+,",
    run: () => openDialog({ name: "settings" }),
  },
  ...THEMES.map(
    (theme): Command => ({
      id: `theme.${theme}`,
      title: `settings:commands.themes.${theme}`,
      menu: "view",
      submenu: "settings:commands.theme",
      checked: () => desk().settings.theme === theme,
      run: async () => {
        await changeSettings({ theme });
        refresh();
      },
    }),
  ),
];

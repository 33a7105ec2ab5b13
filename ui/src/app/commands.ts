// Commands of the window as a whole.
import type { Command } from "@/commands/command";
import { desk } from "@/desk/desk";
import { setFullScreen } from "@/desk/full-screen";
import { panesNow, togglePane } from "@/desk/panes";
import { closeWindow } from "./closing";
import { goToRegion } from "./regions";

const hasProject = () => desk().project !== null;

export const commands: Command[] = [
  {
    id: "view.binder",
    title: "app:commands.binder",
    keys: "CmdOrCtrl+Shift+B",
    enabled: hasProject,
    checked: () => panesNow().binder > 0,
    run: () => togglePane("binder"),
  },
  {
    id: "view.inspector",
    title: "app:commands.inspector",
    keys: "CmdOrCtrl+Shift+J",
    enabled: hasProject,
    checked: () => panesNow().inspector > 0,
    run: () => togglePane("inspector"),
  },
  {
    id: "view.full_screen",
    title: "app:commands.fullScreen",
    keys: "F11",
    checked: () => desk().fullScreen,
    run: () => setFullScreen(!desk().fullScreen),
  },
  {
    id: "view.next_region",
    title: "app:commands.nextRegion",
    keys: "F6",
    enabled: hasProject,
    run: () => goToRegion(1),
  },
  {
    id: "view.previous_region",
    title: "app:commands.previousRegion",
    keys: "Shift+F6",
    enabled: hasProject,
    run: () => goToRegion(-1),
  },
  {
    id: "window.quit",
    title: "app:commands.quit",
    keys: "CmdOrCtrl+Q",
    run: closeWindow,
  },
];

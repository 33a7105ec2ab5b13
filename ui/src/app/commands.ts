// Commands of the window as a whole.
import type { Command } from "@/commands/command";
import { desk, useDesk } from "@/desk/desk";
import { panesNow, togglePane } from "@/desk/panes";
import { call } from "@/ipc/host";
import { closeWindow } from "./closing";
import { goToRegion } from "./regions";

const hasProject = () => desk().project !== null;

export async function setFullScreen(fullScreen: boolean): Promise<void> {
  useDesk.setState({ fullScreen });
  await call("window.set_full_screen", { full_screen: fullScreen });
}

export const commands: Command[] = [
  {
    id: "view.binder",
    title: "app:commands.binder",
    menu: "view",
    separated: true,
    keys: "CmdOrCtrl+Shift+B",
    enabled: hasProject,
    checked: () => panesNow().binder > 0,
    run: () => togglePane("binder"),
  },
  {
    id: "view.inspector",
    title: "app:commands.inspector",
    menu: "view",
    keys: "CmdOrCtrl+Shift+J",
    enabled: hasProject,
    checked: () => panesNow().inspector > 0,
    run: () => togglePane("inspector"),
  },
  {
    id: "view.full_screen",
    title: "app:commands.fullScreen",
    menu: "view",
    keys: "F11",
    checked: () => desk().fullScreen,
    run: () => setFullScreen(!desk().fullScreen),
  },
  {
    id: "view.next_region",
    title: "app:commands.nextRegion",
    menu: "view",
    keys: "F6",
    enabled: hasProject,
    run: () => goToRegion(1),
  },
  {
    id: "view.previous_region",
    title: "app:commands.previousRegion",
    menu: "view",
    keys: "Shift+F6",
    enabled: hasProject,
    run: () => goToRegion(-1),
  },
  {
    id: "window.quit",
    title: "app:commands.quit",
    menu: "file",
    separated: true,
    keys: "CmdOrCtrl+Q",
    run: closeWindow,
  },
];

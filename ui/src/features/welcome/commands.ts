// Commands for whole projects.
import type { Command } from "@/commands/command";
import { attempt } from "@/desk/attempt";
import { desk, openDialog } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { isHeldBack } from "@/desk/unsaved";
import { call } from "@/ipc/host";
import { chooseProject, openSample } from "./opening";

const isOpen = () => desk().project !== null;

async function closeProject(): Promise<void> {
  if (isHeldBack(() => void attempt(closeProject))) return;
  await flushAll();
  await call("project.close", {});
}

/** In menu order. */
export const commands: Command[] = [
  {
    id: "project.new",
    title: "welcome:commands.new",
    keys: "CmdOrCtrl+N",
    run: () => openDialog({ name: "new-project" }),
  },
  {
    id: "project.open",
    title: "welcome:commands.open",
    keys: "CmdOrCtrl+O",
    run: async () => {
      await chooseProject();
    },
  },
  {
    id: "project.open_sample",
    title: "welcome:commands.openSample",
    run: async () => {
      await openSample("own");
    },
  },
  {
    id: "project.open_other_sample",
    title: "welcome:commands.openOtherSample",
    run: async () => {
      await openSample("other");
    },
  },
  {
    id: "project.reveal",
    title: "welcome:commands.reveal",
    enabled: isOpen,
    run: async () => {
      await call("window.reveal", {});
    },
  },
  {
    id: "project.close",
    title: "welcome:commands.close",
    keys: "CmdOrCtrl+W",
    enabled: isOpen,
    run: closeProject,
  },
];

// Commands of versions: they act on the open scene.
import type { Command } from "@/commands/command";
import { desk, showTab } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import { compareVersions } from "./acts";
import { lastBefore } from "./entries";

const hasScene = () => desk().project !== null && desk().scene !== null;

export const commands: Command[] = [
  {
    id: "versions.show",
    title: "versions:commands.show",
    enabled: () => desk().project !== null,
    run: () => showTab("versions"),
  },
  {
    id: "versions.compare_last",
    title: "versions:commands.compareLast",
    enabled: hasScene,
    run: async () => {
      const { scene } = desk();
      if (scene === null) return;
      await flushAll();
      const [read, history] = await Promise.all([
        call("scene.text", { scene }),
        call("scene.history", { scene }),
      ]);
      const saved = read.draft === null || read.draft.saved;
      const from = lastBefore(history, saved, read.draft?.base ?? read.version);
      // A scene with one version is compared with itself: the view reports no changes.
      await compareVersions(scene, from ?? read.version, null);
    },
  },
];

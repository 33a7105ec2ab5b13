// The commands of the binder. They act on the row the keyboard stands on, else on the open scene.
import type { Command } from "@/commands/command";
import { isWritable } from "@/desk/desk";
import { moveStep, newChapter, newScene, newVolume, startRenaming, toBin } from "./acts";
import { stepPlace } from "./places";
import { keyOf } from "./rows";
import { ask, binder } from "./store";
import { canAct, canBin, canMerge, knownOutline, mergeStart, targetPart } from "./target";

export const commands: Command[] = [
  {
    id: "binder.new_chapter",
    title: "binder:commands.newChapter",
    keys: "CmdOrCtrl+Shift+N",
    enabled: isWritable,
    run: async () => void (await newChapter()),
  },
  {
    id: "binder.new_scene",
    title: "binder:commands.newScene",
    keys: "CmdOrCtrl+Alt+N",
    enabled: isWritable,
    run: async () => void (await newScene()),
  },
  {
    id: "binder.new_volume",
    title: "binder:commands.newVolume",
    enabled: isWritable,
    run: async () => void (await newVolume()),
  },
  {
    id: "binder.rename",
    title: "binder:commands.rename",
    enabled: () => canAct(),
    run: () => {
      const part = targetPart();
      if (part !== null) startRenaming({ key: keyOf(part), fromText: binder().active === null });
    },
  },
  {
    id: "binder.move_up",
    title: "binder:commands.moveUp",
    enabled: () => canAct((outline, part) => stepPlace(outline, part, -1) !== null),
    run: async () => void (await moveStep(targetPart(), -1)),
  },
  {
    id: "binder.move_down",
    title: "binder:commands.moveDown",
    enabled: () => canAct((outline, part) => stepPlace(outline, part, 1) !== null),
    run: async () => void (await moveStep(targetPart(), 1)),
  },
  {
    id: "binder.move_to",
    title: "binder:commands.moveTo",
    enabled: () => canAct(),
    run: () => {
      const part = targetPart();
      if (part !== null) ask({ kind: "move", part });
    },
  },
  {
    id: "binder.merge_next",
    title: "binder:commands.mergeNext",
    enabled: () => canAct(canMerge),
    run: () => {
      const outline = knownOutline();
      const part = targetPart(outline);
      const scene = outline === undefined || part === null ? null : mergeStart(outline, part);
      if (scene !== null) ask({ kind: "merge", scene });
    },
  },
  {
    id: "binder.to_bin",
    title: "binder:commands.toBin",
    enabled: () => canAct(canBin),
    run: async () => void (await toBin()),
  },
];

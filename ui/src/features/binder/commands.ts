// The commands of the binder. They act on the selected rows, the focused row, or the open scene.
import type { Command } from "@/commands/command";
import { isWritable } from "@/desk/desk";
import { newChapter, newScene, newVolume, renameTarget } from "./acts";
import { toBin } from "./binning";
import { duplicate } from "./duplicating";
import { stepAll } from "./moves";
import { moveStep } from "./moving";
import { ask } from "./store";
import {
  canAct,
  canActOnAll,
  canBin,
  canDuplicate,
  canMerge,
  canMove,
  knownOutline,
  mergeStart,
  targetPart,
  targetParts,
} from "./target";

/** Why the targets cannot be moved: they are of several kinds. */
const whyStay = () => (canActOnAll((_, parts) => !canMove(parts)) ? "binder:why.mixed" : null);

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
    run: () => renameTarget(),
  },
  {
    id: "binder.move_up",
    title: "binder:commands.moveUp",
    enabled: () => canActOnAll((outline, parts) => stepAll(outline, parts, -1).length > 0),
    whyNot: whyStay,
    run: async () => void (await moveStep(targetParts(), -1)),
  },
  {
    id: "binder.move_down",
    title: "binder:commands.moveDown",
    enabled: () => canActOnAll((outline, parts) => stepAll(outline, parts, 1).length > 0),
    whyNot: whyStay,
    run: async () => void (await moveStep(targetParts(), 1)),
  },
  {
    id: "binder.move_to",
    title: "binder:commands.moveTo",
    enabled: () => canActOnAll((_, parts) => canMove(parts)),
    whyNot: whyStay,
    run: () => {
      const parts = targetParts();
      if (parts.length > 0) ask({ kind: "move", parts });
    },
  },
  {
    id: "binder.duplicate",
    title: "binder:commands.duplicate",
    enabled: () => canActOnAll((_, parts) => canDuplicate(parts)),
    whyNot: () => (canActOnAll((_, parts) => !canDuplicate(parts)) ? "binder:why.volume" : null),
    run: async () => void (await duplicate()),
  },
  {
    id: "binder.merge_next",
    title: "binder:commands.mergeNext",
    enabled: () => canAct(canMerge),
    whyNot: () => (canAct((outline, part) => !canMerge(outline, part)) ? "binder:why.last" : null),
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
    enabled: () => canActOnAll((outline, parts) => parts.every((part) => canBin(outline, part))),
    run: async () => void (await toBin()),
  },
];

// Commands of the search.
import type { Command } from "@/commands/command";
import { desk } from "@/desk/desk";
import { selectedPassage } from "@/desk/selected-passage";
import { lookLike, showSearch, showSide } from "./state";

const hasProject = () => desk().project !== null;

/** Finds passages similar to the selection, or to the open scene without one. */
function lookLikeSelection(): void {
  const { scene } = desk();
  const passage = selectedPassage();
  if (passage !== null) lookLike({ of: "passage", ...passage });
  else if (scene !== null) lookLike({ of: "scene", scene });
}

export const commands: Command[] = [
  {
    id: "search.show",
    title: "search:commands.show",
    keys: "CmdOrCtrl+Shift+Y",
    enabled: hasProject,
    run: showSearch,
  },
  {
    id: "search.similar",
    title: "search:commands.similar",
    enabled: () => hasProject() && desk().scene !== null,
    run: lookLikeSelection,
  },
  {
    id: "search.duplicates",
    title: "search:commands.duplicates",
    enabled: hasProject,
    run: () => showSide("duplicates"),
  },
  {
    id: "search.index",
    title: "search:commands.index",
    enabled: hasProject,
    run: () => showSide("index"),
  },
];

// Commands of the timeline.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, show, showTab } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { selectedPassage } from "@/desk/selected-passage";

const hasProject = () => desk().project !== null;

function hasSelection(): boolean {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  return isWritable() && writing?.selection().empty === false;
}

export const commands: Command[] = [
  {
    id: "timeline.show",
    title: "timeline:commands.show",
    enabled: hasProject,
    run: () => showTab("timeline"),
  },
  {
    id: "timeline.open",
    title: "timeline:commands.open",
    enabled: hasProject,
    run: () => show({ kind: "timeline" }),
  },
  {
    id: "timeline.new_event",
    title: "timeline:commands.newEvent",
    enabled: isWritable,
    run: () => openDialog({ name: "edit-event", event: null }),
  },
  {
    id: "timeline.event_from_selection",
    title: "timeline:commands.fromSelection",
    enabled: hasSelection,
    run: () => {
      const passage = selectedPassage();
      if (passage !== null) openDialog({ name: "edit-event", event: null, passage });
    },
  },
];

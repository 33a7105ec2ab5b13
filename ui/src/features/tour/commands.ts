// The command of the tour.
import type { Command } from "@/commands/command";
import { desk } from "@/desk/desk";
import { startTour } from "./tour";

export const commands: Command[] = [
  {
    id: "tour.start",
    title: "tour:commands.start",
    enabled: () => desk().project !== null,
    run: startTour,
  },
];

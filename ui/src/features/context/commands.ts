// Commands of the context, the receipts and the shelf.
import type { Command } from "@/commands/command";
import { desk, showTab, useDesk } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { showOrigin } from "./acts";
import { type ContextSide, useContextView } from "./store";

const hasProject = () => desk().project !== null;

/** Whether a model wrote the text around the caret. */
function isByModel(): boolean {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  return writing != null && writing.spanAt(writing.selection().head) !== null;
}

function showSide(side: ContextSide): void {
  useContextView.setState({ side });
  useDesk.setState(({ shown }) => ({ shown: { ...shown, generation: null } }));
  showTab("context");
}

export const commands: Command[] = [
  {
    id: "context.show",
    title: "context:commands.show",
    enabled: hasProject,
    run: () => showSide("preview"),
  },
  {
    id: "context.memory",
    title: "context:commands.memory",
    enabled: hasProject,
    run: () => showSide("memory"),
  },
  {
    id: "context.records",
    title: "context:commands.records",
    enabled: hasProject,
    run: () => showSide("records"),
  },
  {
    id: "context.shelf",
    title: "context:commands.shelf",
    enabled: hasProject,
    run: () => showSide("shelf"),
  },
  {
    id: "context.origin",
    title: "context:commands.origin",
    whyNot: () => (isByModel() ? null : "context:why.noOrigin"),
    run: showOrigin,
  },
];

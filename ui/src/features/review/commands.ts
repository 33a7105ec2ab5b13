// Commands of the proposal queue.
import type { Command } from "@/commands/command";
import { desk, isWritable, show } from "@/desk/desk";
import { extract } from "./acts";
import { useReview } from "./state";

export const commands: Command[] = [
  {
    id: "review.open",
    title: "review:commands.open",
    keys: "CmdOrCtrl+Shift+K",
    enabled: () => desk().project !== null,
    run: () => show({ kind: "review" }),
  },
  {
    id: "review.extract_chapter",
    title: "review:commands.extractChapter",
    enabled: () => isWritable() && desk().scene !== null,
    run: () => extract("chapter"),
  },
  {
    id: "review.undo_last_batch",
    title: "review:commands.undoLastBatch",
    enabled: isWritable,
    run: () => {
      useReview.setState({ asks: "last" });
      show({ kind: "review" });
    },
  },
];

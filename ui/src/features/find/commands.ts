// Commands of find and replace.
import type { Command } from "@/commands/command";
import { desk, isWritable } from "@/desk/desk";
import { find, openFind } from "./find";
import { undoLast } from "./replace";
import { goOn } from "./search";

const hasProject = () => desk().project !== null;
const hasQuery = () => hasProject() && find().query !== "";

export const commands: Command[] = [
  {
    id: "find.scene",
    title: "find:commands.scene",
    keys: "CmdOrCtrl+F",
    enabled: hasProject,
    run: () => openFind("scene", false),
  },
  {
    id: "find.replace",
    title: "find:commands.replace",
    keys: "CmdOrCtrl+H",
    enabled: isWritable,
    run: () => openFind("scene", true),
  },
  {
    id: "find.book",
    title: "find:commands.book",
    keys: "CmdOrCtrl+Shift+F",
    enabled: hasProject,
    run: () => openFind("book", false),
  },
  {
    id: "find.book_replace",
    title: "find:commands.bookReplace",
    keys: "CmdOrCtrl+Shift+H",
    enabled: isWritable,
    run: () => openFind("book", true),
  },
  {
    id: "find.undo_replace",
    title: "find:commands.undoReplace",
    enabled: () => isWritable() && find().last !== null,
    run: undoLast,
  },
  {
    id: "find.next",
    title: "find:commands.next",
    keys: "F3",
    enabled: hasQuery,
    run: () => goOn(1),
  },
  {
    id: "find.previous",
    title: "find:commands.previous",
    keys: "Shift+F3",
    enabled: hasQuery,
    run: () => goOn(-1),
  },
];

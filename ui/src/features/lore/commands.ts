// Commands of the lore: its tab, new entries and names from the text, import and export.
import type { Command } from "@/commands/command";
import { desk, isWritable, openDialog, showItem } from "@/desk/desk";
import { hasSelection, selectedPassage } from "@/desk/selected-passage";

/** Maximum characters of a selection that may be a name. */
const MAX_NAME_LENGTH = 40;

const hasProject = () => desk().project !== null;
const canWrite = () => hasProject() && isWritable();
const canTake = () => canWrite() && hasSelection();

/** The selection as a possible name: its first line, up to the maximum length. */
function selectedName(): string {
  const [line = ""] = (selectedPassage()?.quote ?? "").split("\n");
  return [...line.trim()].slice(0, MAX_NAME_LENGTH).join("");
}

export const commands: Command[] = [
  {
    id: "lore.show",
    title: "lore:commands.show",
    enabled: hasProject,
    run: () => showItem("lore", null),
  },
  {
    id: "lore.new",
    title: "lore:commands.new",
    keys: "CmdOrCtrl+Shift+L",
    enabled: canWrite,
    run: () => {
      const title = hasSelection() ? selectedName() : "";
      openDialog({ name: "new-lore", ...(title === "" ? {} : { title }) });
    },
  },
  {
    id: "lore.new_from_selection",
    title: "lore:commands.newFromSelection",
    enabled: canTake,
    run: () => openDialog({ name: "new-lore", title: selectedName() }),
  },
  {
    id: "lore.add_alias",
    title: "lore:commands.addAlias",
    enabled: canTake,
    run: () => openDialog({ name: "add-alias", alias: selectedName() }),
  },
  {
    id: "lore.unknown_names",
    title: "lore:commands.unknown",
    enabled: hasProject,
    run: () => openDialog({ name: "unknown-names" }),
  },
  {
    id: "lore.removed",
    title: "lore:commands.removed",
    enabled: hasProject,
    run: () => openDialog({ name: "removed-lore" }),
  },
  {
    id: "lore.import",
    title: "lore:commands.import",
    enabled: canWrite,
    run: () => openDialog({ name: "import-lore" }),
  },
  {
    id: "lore.export",
    title: "lore:commands.export",
    enabled: hasProject,
    run: () => openDialog({ name: "export-lore" }),
  },
];

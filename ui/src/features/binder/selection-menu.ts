// The context menu of several rows. Entries that do not apply are disabled and say why; entries for one row are
// omitted.
import { Copy, CornerDownRight, Trash2 } from "lucide-react";
import type { MenuEntry } from "@/components/menu-items";
import { toBin } from "./binning";
import { duplicate } from "./duplicating";
import { stepAll, topmost } from "./moves";
import { moveStep } from "./moving";
import { foldItems, type RowMenuContext, statusItem } from "./row-menu";
import type { Row } from "./rows";
import { ask } from "./store";
import { canBin, canDuplicate, canMove } from "./target";

export function selectionMenu(rows: readonly Row[], context: RowMenuContext): MenuEntry[] {
  const { writable, t } = context;
  const group = { kind: "group", id: "selected", label: t("selected", { n: rows.length }) } as const;
  return [{ ...group, items: writable ? acts(rows, context) : foldItems(null, context) }];
}

function acts(rows: readonly Row[], { outline, t }: RowMenuContext): MenuEntry[] {
  const parts = topmost(
    outline,
    rows.map((row) => row.key),
  );
  const mixed = canMove(parts) ? undefined : t("why.mixed");
  const step = (by: 1 | -1) => ({
    disabled: stepAll(outline, parts, by).length === 0,
    hint: mixed,
    onSelect: () => void moveStep(parts, by, true),
  });
  const statuses = new Set(rows.map((row) => (row.kind === "volume" ? null : row.status)));
  statuses.delete(null);
  const [status = null] = statuses.size === 1 ? statuses : [];
  const described = rows.filter((row) => row.kind !== "volume").map((row) => row.part);
  return [
    { id: "up", label: t("menu.moveUp"), shortcut: "Alt+ArrowUp", ...step(-1) },
    { id: "down", label: t("menu.moveDown"), shortcut: "Alt+ArrowDown", ...step(1) },
    {
      id: "move",
      label: t("menu.moveTo"),
      icon: CornerDownRight,
      disabled: mixed !== undefined,
      hint: mixed,
      onSelect: () => ask({ kind: "move", parts }),
    },
    {
      id: "duplicate",
      label: t("menu.duplicate"),
      icon: Copy,
      disabled: !canDuplicate(parts),
      hint: canDuplicate(parts) ? undefined : t("why.volume"),
      onSelect: () => void duplicate(parts),
    },
    statusItem(described, status, t),
    { kind: "separator", id: "line-bin" },
    {
      id: "bin",
      label: t("menu.toBin"),
      icon: Trash2,
      shortcut: "Delete",
      disabled: !parts.every((part) => canBin(outline, part)),
      onSelect: () => void toBin(parts),
    },
  ];
}

// The context menu of a row, and of the empty space below the rows.
import type { TFunction } from "i18next";
import { Copy, CornerDownRight, FilePlus2, FoldVertical, Pencil, Trash2, UnfoldVertical } from "lucide-react";
import type { MenuEntry } from "@/components/menu-items";
import type { OutlineView, PartId, SceneView, Status } from "@/ipc/types";
import { newChapter, newScene, newVolume, startRenaming } from "./acts";
import { toBin } from "./binning";
import { duplicate } from "./duplicating";
import { setFolded } from "./folded";
import { moveStep } from "./moving";
import { stepPlace } from "./places";
import { setPrinted } from "./printing";
import type { Row } from "./rows";
import { setStatus } from "./statuses";
import { ask } from "./store";
import { canBin, mergeStart, offersMerge } from "./target";

export interface RowMenuContext {
  outline: OutlineView;
  writable: boolean;
  t: TFunction<"binder">;
  /** Opens the part of a row. */
  open: (row: Row) => void;
}

/** Which shortcuts act on a row when its menu opens: those of the tree, the rename key from the text, or none. */
export type RowKeys = "all" | "name" | "none";

/** A menu without shortcuts that would do something else at the moment. */
export function withKeys(entries: readonly MenuEntry[], keys: RowKeys): MenuEntry[] {
  const acts = (shortcut: string | undefined) => keys === "all" || (keys === "name" && shortcut === "F2");
  return entries.map((entry) => {
    if (entry.kind === "group") return { ...entry, items: withKeys(entry.items, keys) };
    if (!("shortcut" in entry) || acts(entry.shortcut)) return entry;
    const { shortcut: _, ...rest } = entry;
    return rest;
  });
}

/** The statuses in the order of work. */
export const STATUSES: readonly Status[] = ["planned", "drafting", "completed"];

/** All keys that can be collapsed. */
export function foldable(outline: OutlineView): string[] {
  return outline.volumes.flatMap((volume) => [
    `volume:${volume.id}`,
    ...volume.chapters.filter(({ scenes }) => scenes.length > 1).map(({ id }) => `chapter:${id}`),
  ]);
}

export function foldItems(row: Row | null, { outline, t }: RowMenuContext): MenuEntry[] {
  const items: MenuEntry[] = [];
  if (row !== null && row.folded !== null) {
    const { folded } = row;
    items.push({
      id: "fold",
      label: t(folded ? "menu.unfold" : "menu.fold"),
      onSelect: () => setFolded([row.key], !folded),
    });
  }
  items.push(
    {
      id: "foldAll",
      label: t("menu.foldAll"),
      icon: FoldVertical,
      onSelect: () => setFolded(foldable(outline), true),
    },
    {
      id: "unfoldAll",
      label: t("menu.unfoldAll"),
      icon: UnfoldVertical,
      onSelect: () => setFolded(foldable(outline), false),
    },
  );
  return items;
}

function creations(row: Row, { t }: RowMenuContext): MenuEntry[] {
  const { part } = row;
  if (row.kind === "volume") {
    return [
      { id: "chapter", label: t("menu.newChapter"), icon: FilePlus2, onSelect: () => void newChapter(part) },
      { id: "volumeAfter", label: t("menu.newVolumeAfter"), onSelect: () => void newVolume(part) },
    ];
  }
  if (row.kind === "scene") {
    return [
      {
        id: "sceneBefore",
        label: t("menu.newSceneBefore"),
        onSelect: () => void newScene(part, "before"),
      },
      { id: "sceneAfter", label: t("menu.newSceneAfter"), onSelect: () => void newScene(part) },
    ];
  }
  return [
    {
      id: "chapterBefore",
      label: t("menu.newChapterBefore"),
      onSelect: () => void newChapter(part, "before"),
    },
    { id: "chapterAfter", label: t("menu.newChapterAfter"), onSelect: () => void newChapter(part) },
    { id: "scene", label: t("menu.newSceneIn"), onSelect: () => void newScene(part) },
  ];
}

const scenesOf = (row: Row): readonly SceneView[] =>
  row.kind === "scene" ? [row.view] : row.kind === "chapter" ? row.view.scenes : [];

const isPrinted = (row: Row): boolean => scenesOf(row).some((scene) => scene.not_for_print !== true);

function changes(row: Row, context: RowMenuContext): MenuEntry[] {
  const { outline, t } = context;
  const { part } = row;
  const items: MenuEntry[] = [
    {
      id: "up",
      label: t("menu.moveUp"),
      shortcut: "Alt+ArrowUp",
      disabled: stepPlace(outline, part, -1) === null,
      onSelect: () => void moveStep([part], -1, true),
    },
    {
      id: "down",
      label: t("menu.moveDown"),
      shortcut: "Alt+ArrowDown",
      disabled: stepPlace(outline, part, 1) === null,
      onSelect: () => void moveStep([part], 1, true),
    },
    {
      id: "move",
      label: t("menu.moveTo"),
      icon: CornerDownRight,
      onSelect: () => ask({ kind: "move", parts: [part] }),
    },
  ];
  if (row.kind === "volume") return items;
  const start = mergeStart(outline, part);
  items.push(
    { id: "duplicate", label: t("menu.duplicate"), icon: Copy, onSelect: () => void duplicate([part]) },
    {
      id: "merge",
      label: t("menu.merge"),
      disabled: !offersMerge(outline, part),
      onSelect: () => {
        if (start !== null) ask({ kind: "merge", scene: start });
      },
    },
    statusItem([part], row.status, t),
    {
      id: "print",
      label: t(isPrinted(row) ? "menu.unprint" : "menu.print"),
      onSelect: () => void setPrinted(scenesOf(row), !isPrinted(row)),
    },
  );
  return items;
}

/** The statuses to choose from; `value` is the common status of the parts. */
export function statusItem(
  parts: readonly PartId[],
  value: Status | null,
  t: TFunction<"binder">,
): MenuEntry {
  return {
    kind: "submenu",
    id: "status",
    label: t("menu.status"),
    disabled: parts.length === 0,
    items: [
      {
        kind: "choice",
        id: "status-choice",
        value: value ?? "",
        options: STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) })),
        onChange: (chosen) => {
          const status = STATUSES.find((one) => one === chosen);
          if (status !== undefined) void setStatus(parts, status);
        },
      },
    ],
  };
}

/** The entries for a row; without one, those for the binder as a whole. */
export function rowMenu(row: Row | null, context: RowMenuContext): MenuEntry[] {
  const { outline, writable, t, open } = context;
  if (row === null) {
    const items = foldItems(null, context);
    if (!writable) return items;
    return [
      { id: "chapter", label: t("menu.newChapter"), icon: FilePlus2, onSelect: () => void newChapter() },
      { id: "volume", label: t("menu.newVolume"), onSelect: () => void newVolume() },
      { kind: "separator", id: "line" },
      ...items,
    ];
  }
  const opens: MenuEntry[] =
    row.kind === "volume"
      ? []
      : [{ id: "open", label: t("menu.open"), shortcut: "Enter", onSelect: () => open(row) }];
  if (!writable) return [...opens, ...foldItems(row, context)];
  return [
    ...opens,
    {
      id: "rename",
      label: t("menu.rename"),
      icon: Pencil,
      shortcut: "F2",
      onSelect: () => startRenaming({ key: row.key }),
    },
    { kind: "separator", id: "line-new" },
    ...creations(row, context),
    { kind: "separator", id: "line-change" },
    ...changes(row, context),
    { kind: "separator", id: "line-fold" },
    ...foldItems(row, context),
    { kind: "separator", id: "line-bin" },
    {
      id: "bin",
      label: t("menu.toBin"),
      icon: Trash2,
      shortcut: "Delete",
      disabled: !canBin(outline, row.part),
      onSelect: () => void toBin([row.part]),
    },
  ];
}

// The menus of the working text and of the versions.
import { useTranslation } from "react-i18next";
import type { MenuEntry } from "@/components/menu-items";
import { attempt } from "@/desk/attempt";
import { useDesk } from "@/desk/desk";
import type { SceneId, VersionEntry, VersionNo } from "@/ipc/types";
import { copyVersion, restoreVersion, saveDraft } from "./acts";
import type { Comparing } from "./use-comparing";
import type { Entry } from "./use-entries";

interface EntryActs {
  scene: SceneId;
  comparing: Comparing;
  nameOf: (version: VersionEntry) => string;
  /** Whether a version is the current text, and need not be restored. */
  isHead: (version: VersionNo) => boolean;
  onName: (version: VersionNo) => void;
  onBranch: (version: VersionEntry) => void;
}

export function useEntryActs(options: EntryActs): (entry: Entry) => MenuEntry[] {
  const { scene, comparing, nameOf, isHead, onName, onBranch } = options;
  const { t } = useTranslation("versions");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { compare, compareDraft, mark, marked } = comparing;

  const ofWorking = (): MenuEntry[] => [
    { id: "previous", label: t("menu.withPrevious"), onSelect: compareDraft },
    { id: "copy", label: t("menu.copy"), onSelect: () => void copyVersion(scene, null, t("working")) },
    {
      id: "save",
      label: t("menu.save"),
      disabled: !writable,
      onSelect: () => void attempt(() => saveDraft(scene)),
    },
  ];
  const ofVersion = (version: VersionEntry): MenuEntry[] => {
    const { parent } = version;
    const name = nameOf(version);
    const other = marked !== undefined && marked !== version ? marked.version : null;
    return [
      { id: "current", label: t("menu.withCurrent"), onSelect: () => compare(version.version, null) },
      {
        id: "previous",
        label: t("menu.withPrevious"),
        disabled: parent === null,
        onSelect: () => parent !== null && compare(parent, version.version),
      },
      other === null
        ? { id: "other", label: t("menu.withOther"), onSelect: () => mark(version.version) }
        : { id: "other", label: t("menu.withMarked"), onSelect: () => compare(other, version.version) },
      { kind: "separator", id: "one" },
      {
        id: "name",
        label: t("menu.name"),
        shortcut: "F2",
        disabled: !writable,
        onSelect: () => onName(version.version),
      },
      {
        id: "branch",
        label: t("menu.branch"),
        disabled: !writable,
        onSelect: () => onBranch(version),
      },
      { id: "copy", label: t("menu.copy"), onSelect: () => void copyVersion(scene, version.version, name) },
      { kind: "separator", id: "two" },
      {
        id: "restore",
        label: t("menu.restore"),
        disabled: !writable || isHead(version.version),
        onSelect: () => void restoreVersion(scene, version.version, name),
      },
    ];
  };
  return (entry) => (entry.kind === "working" ? ofWorking() : ofVersion(entry.version));
}

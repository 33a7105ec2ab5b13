// The line shown in the list, and acts on branches.
import { GitBranch } from "lucide-react";
import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { Select } from "@/components/select";
import { attempt } from "@/desk/attempt";
import type { BranchEntry, History, SceneId } from "@/ipc/types";
import { compareVersions, openLine } from "./acts";
import { AdoptDialog, type BranchActProps } from "./adopt-dialog";
import { BranchDialog, type BranchNaming } from "./branch-dialog";
import { headOf, type Line } from "./entries";
import { MergeDialog } from "./merge-dialog";
import { branchName } from "./names";

export interface BranchBarProps {
  scene: SceneId;
  history: History;
  branches: readonly BranchEntry[];
  line: Line;
  onLine: (line: Line) => void;
  writable: boolean;
  /** The naming in progress: the tab also starts it from a version. */
  naming: BranchNaming | null;
  onNaming: (naming: BranchNaming | null) => void;
}

export function BranchBar(props: BranchBarProps) {
  const { scene, history, branches, line, onLine, writable, naming, onNaming } = props;
  const { t } = useTranslation("versions");
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const name = (branch: BranchEntry) => branchName(branch, t);
  const sorted = sortedBranches(branches);
  const written = branches.find((branch) => branch.open);
  const actsOf = useBranchActs({ scene, history, writable, onNaming, onConfirm: setConfirming });
  const items: MenuEntry[] = [
    ...actsOf(sorted, line),
    {
      id: "create",
      label: t("branches.create"),
      disabled: !writable,
      onSelect: () => onNaming({ act: "create", from: null }),
    },
  ];

  return (
    <div className="flex items-center gap-1.5 px-2.5 py-2">
      <Select
        label={t("branches.shown")}
        hideLabel
        size="sm"
        className="min-w-0 flex-1"
        value={line === "all" ? "all" : String(line)}
        onChange={(value) => onLine(value === "all" ? "all" : Number(value))}
        options={[
          { value: "all", label: t("branches.all") },
          ...sorted.map((branch) => ({ value: String(branch.branch), label: name(branch) })),
        ]}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={GitBranch} label={t("branches.acts")} data-opens />}
        items={items}
      />
      {naming !== null && (
        <BranchDialog
          scene={scene}
          naming={naming}
          head={history.versions.find(({ version }) => version === (written?.head ?? history.head))}
          onClose={() => onNaming(null)}
          onCreated={onLine}
        />
      )}
      {confirming !== null && (
        <confirming.Dialog
          scene={scene}
          branch={confirming.branch.branch}
          name={name(confirming.branch)}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  );
}

/** An act that waits for the author's confirmation. */
interface Confirming {
  Dialog: ComponentType<BranchActProps>;
  branch: BranchEntry;
}

/** The main line comes first. */
function sortedBranches(branches: readonly BranchEntry[]): readonly BranchEntry[] {
  return [...branches].sort((a, b) => Number(b.main) - Number(a.main) || a.branch - b.branch);
}

interface BranchActs extends Pick<BranchBarProps, "scene" | "history" | "writable" | "onNaming"> {
  onConfirm: (confirming: Confirming) => void;
}

/** Acts on the branch that the list shows; otherwise on each, in a menu of its own. */
function useBranchActs({ scene, history, writable, onNaming, onConfirm }: BranchActs) {
  const { t } = useTranslation("versions");
  const openEntry = (branch: BranchEntry): MenuEntry => ({
    id: "open",
    label: t(branch.main ? "branches.back" : "branches.write"),
    disabled: !writable || branch.open,
    onSelect: () => void attempt(() => openLine(scene, branch.branch, branchName(branch, t))),
  });
  const actsOn = (branch: BranchEntry): MenuEntry[] => [
    openEntry(branch),
    {
      id: "compare",
      label: t("branches.compare"),
      onSelect: () => {
        const head = headOf(history, branch.branch);
        if (head !== undefined) void compareVersions(scene, history.head, head.version);
      },
    },
    { kind: "separator", id: "line" },
    {
      id: "rename",
      label: t("branches.rename"),
      disabled: !writable,
      onSelect: () => onNaming({ act: "rename", branch }),
    },
    {
      id: "adopt",
      label: t("branches.adopt"),
      disabled: !writable,
      onSelect: () => onConfirm({ Dialog: AdoptDialog, branch }),
    },
    {
      id: "merge",
      label: t("branches.merge"),
      disabled: !writable,
      onSelect: () => onConfirm({ Dialog: MergeDialog, branch }),
    },
  ];
  return (sorted: readonly BranchEntry[], line: Line): MenuEntry[] => {
    const main = sorted.find((branch) => branch.main);
    const others = sorted.filter((branch) => !branch.main);
    const shown = others.find(({ branch }) => branch === line);
    const ofBranches =
      shown === undefined
        ? others.map(
            (branch): MenuEntry => ({
              kind: "submenu",
              id: `${branch.branch}`,
              label: branchName(branch, t),
              items: actsOn(branch),
            }),
          )
        : actsOn(shown);
    return [
      ...(main === undefined || main.open ? [] : [openEntry(main)]),
      ...ofBranches,
      ...(others.length > 0 ? [{ kind: "separator", id: "end" } as const] : []),
    ];
  };
}

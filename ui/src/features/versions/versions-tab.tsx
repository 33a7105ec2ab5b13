// The history of the open scene: the working text on top, then its versions by day.
import { FileClock, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { returnFocus } from "@/components/detail-pane";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { GroupedList } from "@/components/grouped-list";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { attempt } from "@/desk/attempt";
import { useCounting } from "@/desk/counting";
import { useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { BranchEntry, History, SceneId, VersionEntry, VersionNo } from "@/ipc/types";
import { BranchBar } from "./branch-bar";
import type { BranchNaming } from "./branch-dialog";
import type { Line } from "./entries";
import { NameField } from "./name-field";
import { useComparing } from "./use-comparing";
import { type Entry, idOf, useEntries, useVersionNames } from "./use-entries";
import { useEntryActs } from "./use-entry-acts";
import { VersionRow, WorkingRow } from "./version-row";

export function VersionsTab() {
  const { t } = useTranslation("versions");
  const scene = useDesk((state) => state.scene);
  const history = useAnswer("scene.history", scene === null ? null : { scene });
  const branches = useAnswer("branch.list", scene === null ? null : { scene });
  if (scene === null) {
    return <EmptyState compact icon={FileClock} title={t("empty.noScene")} text={t("empty.noSceneText")} />;
  }
  const failure = history.error ?? branches.error;
  if (failure !== null) {
    const again = () => {
      void history.refetch();
      void branches.refetch();
    };
    return (
      <div className="p-3">
        <FailureState failure={failure} onRetry={again} />
      </div>
    );
  }
  if (history.data === undefined || branches.data === undefined) return <LoadingState rows={10} />;
  return <SceneVersions key={scene} scene={scene} history={history.data} branches={branches.data.branches} />;
}

interface SceneVersionsProps {
  scene: SceneId;
  history: History;
  branches: readonly BranchEntry[];
}

function SceneVersions({ scene, history, branches }: SceneVersionsProps) {
  const { t } = useTranslation("versions");
  const writable = useDesk((state) => state.project?.writable ?? false);
  // Only this part, so that the list does not re-render with each keystroke.
  const unsaved = useOpenScenes(({ status }) => (status.get(scene)?.kept ?? "saved") !== "saved");
  const root = useRef<HTMLElement>(null);
  const [line, setLine] = useState<Line>("all");
  const [named, setNamed] = useState<VersionNo | null>(null);
  const [naming, setNaming] = useState<BranchNaming | null>(null);
  const entries = useEntries(history, line, unsaved);
  const { nameOf, groupOf, versionOf, tagOf } = useVersionNames(history, branches);
  const comparing = useComparing(scene, versionOf);
  const { marked } = comparing;
  const acts = useEntryActs({
    scene,
    comparing,
    nameOf,
    isHead: (version) => version === history.head && !unsaved,
    onName: setNamed,
    onBranch: (from) => setNaming({ act: "create", from }),
  });
  const onKey = (entry: Entry, event: KeyboardEvent) => {
    if (comparing.onKey(entry, event)) return true;
    if (entry.kind === "working" || event.key !== "F2" || !writable) return false;
    setNamed(entry.version.version);
    return true;
  };
  const row = (entry: Entry) =>
    entry.kind === "version" ? (
      <VersionRow
        listed={entry}
        branch={tagOf(entry.version.branch)}
        newest={entry.version.version === history.head}
        marked={entry.version.version === marked?.version}
      />
    ) : (
      <Working scene={scene} baseOf={versionOf} tagOf={tagOf} />
    );
  const rename = (version: VersionEntry, label: string | null, byKey: boolean) => {
    setNamed(null);
    // The field is unmounted with the focus in it; its row takes the focus when rendered again.
    if (byKey) returnFocus(root.current, [`[data-entry="v${version.version}"] button`]);
    if (label !== null) {
      void attempt(() =>
        call("scene.label", { scene, version: version.version, label: label === "" ? null : label }),
      );
    }
  };
  const replaced = (entry: Entry) =>
    entry.kind === "version" && entry.version.version === named ? (
      <NameField
        name={entry.version.label ?? ""}
        onDone={(label, byKey) => rename(entry.version, label, byKey)}
      />
    ) : null;
  return (
    <section ref={root} aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      <BranchBar
        {...{ scene, history, branches, line, writable, naming }}
        onLine={setLine}
        onNaming={setNaming}
      />
      {marked !== undefined && <MarkedNote name={nameOf(marked)} onCancel={comparing.unmark} />}
      <GroupedList
        className="flex-1"
        label={t("list")}
        actsLabel={(entry) =>
          t("more", { name: entry.kind === "working" ? t("working") : nameOf(entry.version) })
        }
        actsOf={acts}
        onOpen={comparing.open}
        isChosen={comparing.isChosen}
        {...{ entries, idOf, groupOf, row, replaced, onKey }}
      />
      {history.versions.length === 1 && !unsaved && (
        <EmptyState compact title={t("empty.onlyOne")} text={t("empty.onlyOneText")} />
      )}
      <p className="shrink-0 border-t border-line px-3 py-1.5 text-xs text-faint">
        {t(writable ? "hint" : "hintShort")}
      </p>
    </section>
  );
}

/** The version chosen for a comparison with the next one that is opened. */
function MarkedNote({ name, onCancel }: { name: string; onCancel: () => void }) {
  const { t } = useTranslation("versions");
  return (
    <div className="flex items-center gap-2 border-y border-line bg-accent-soft py-1 pr-1.5 pl-3 text-xs text-accent">
      <p role="status" className="min-w-0 flex-1 break-words">
        {t("marked.text", { name })}
      </p>
      <IconButton icon={X} size="sm" label={t("marked.cancel")} onClick={onCancel} />
    </div>
  );
}

interface WorkingProps {
  scene: SceneId;
  baseOf(version: VersionNo): VersionEntry | undefined;
  tagOf(branch: number): string | null;
}

/** The live working text. */
function Working({ scene, baseOf, tagOf }: WorkingProps) {
  const { rule } = useCounting();
  const status = useOpenScenes((state) => state.status.get(scene));
  if (status === undefined) return null;
  const base = baseOf(status.version);
  const count = status.counts[rule];
  return (
    <WorkingRow
      at={status.at}
      count={count}
      change={base === undefined ? null : count - base.counts[rule]}
      branch={tagOf(status.branch)}
    />
  );
}

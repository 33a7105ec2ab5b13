// The history of the open scene: the working text on top, then its versions by day.
import { FileClock, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dayName } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { GroupedList } from "@/components/grouped-list";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import type { MenuEntry } from "@/components/menu-items";
import { useToday } from "@/components/use-today";
import { attempt } from "@/desk/attempt";
import { useCounting } from "@/desk/counting";
import { useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { BranchEntry, History, SceneId, VersionEntry, VersionNo } from "@/ipc/types";
import { compareVersions, copyVersion, restoreVersion, saveDraft } from "./acts";
import { BranchBar } from "./branch-bar";
import type { BranchNaming } from "./branch-dialog";
import { type Line, type Listed, listVersions } from "./entries";
import { NameField } from "./name-field";
import { branchName, versionName } from "./names";
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

type Entry = { kind: "working" } | ({ kind: "version" } & Listed);

const idOf = (entry: Entry) => (entry.kind === "working" ? "working" : `v${entry.version.version}`);

function SceneVersions({ scene, history, branches }: SceneVersionsProps) {
  const { t, i18n } = useTranslation("versions");
  const { rule } = useCounting();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const centre = useDesk((state) => state.centre);
  // Only this part, so that the list does not re-render with each keystroke.
  const unsaved = useOpenScenes(({ status }) => (status.get(scene)?.kept ?? "saved") !== "saved");
  const now = useToday();
  const root = useRef<HTMLElement>(null);
  const [line, setLine] = useState<Line>("all");
  const [marked, setMarked] = useState<VersionNo | null>(null);
  const [named, setNamed] = useState<VersionNo | null>(null);
  const [naming, setNaming] = useState<BranchNaming | null>(null);

  const entries = useMemo<Entry[]>(() => {
    const listed = listVersions(history, line, rule).map((one): Entry => ({ kind: "version", ...one }));
    return unsaved ? [{ kind: "working" }, ...listed] : listed;
  }, [history, line, rule, unsaved]);
  const byNumber = useMemo(
    () => new Map(history.versions.map((version) => [version.version, version])),
    [history],
  );
  const byBranch = useMemo(() => new Map(branches.map((branch) => [branch.branch, branch])), [branches]);
  const nameOf = useCallback(
    (version: VersionEntry) => versionName(version, now, i18n.language),
    [now, i18n.language],
  );
  const groupOf = useCallback(
    (entry: Entry) =>
      entry.kind === "working" ? null : dayName(entry.version.created_at, now, i18n.language),
    [now, i18n.language],
  );
  const tagOf = (branch: number) => {
    const found = byBranch.get(branch);
    return found === undefined || found.main ? null : branchName(found, t);
  };
  const markedVersion = marked === null ? undefined : byNumber.get(marked);

  const compare = (from: VersionNo, to: VersionNo | null) => {
    setMarked(null);
    // The older text comes first.
    void compareVersions(
      scene,
      to === null ? from : Math.min(from, to),
      to === null ? null : Math.max(from, to),
    );
  };
  const compareDraft = () => {
    const status = useOpenScenes.getState().status.get(scene);
    if (status !== undefined) compare(status.version, null);
  };
  const open = (entry: Entry) => {
    const number = entry.kind === "working" ? null : entry.version.version;
    if (markedVersion !== undefined && number !== marked) compare(markedVersion.version, number);
    else if (number !== null) compare(number, null);
    else compareDraft();
  };
  const onKey = (entry: Entry, event: KeyboardEvent) => {
    if (event.key === "Escape" && marked !== null) setMarked(null);
    else if (entry.kind === "working") return false;
    else if (event.key === " ") setMarked(marked === entry.version.version ? null : entry.version.version);
    else if (event.key === "F2" && writable) setNamed(entry.version.version);
    else return false;
    return true;
  };

  const actsOf = (entry: Entry): MenuEntry[] => {
    if (entry.kind === "working") {
      return [
        { id: "previous", label: t("menu.withPrevious"), onSelect: compareDraft },
        { id: "copy", label: t("menu.copy"), onSelect: () => void copyVersion(scene, null, t("working")) },
        {
          id: "save",
          label: t("menu.save"),
          disabled: !writable,
          onSelect: () => void attempt(() => saveDraft(scene)),
        },
      ];
    }
    const { version } = entry;
    const { parent } = version;
    const name = nameOf(version);
    const other = markedVersion !== undefined && markedVersion !== version ? markedVersion.version : null;
    return [
      { id: "current", label: t("menu.withCurrent"), onSelect: () => compare(version.version, null) },
      {
        id: "previous",
        label: t("menu.withPrevious"),
        disabled: parent === null,
        onSelect: () => parent !== null && compare(parent, version.version),
      },
      other === null
        ? { id: "other", label: t("menu.withOther"), onSelect: () => setMarked(version.version) }
        : { id: "other", label: t("menu.withMarked"), onSelect: () => compare(other, version.version) },
      { kind: "separator", id: "one" },
      {
        id: "name",
        label: t("menu.name"),
        shortcut: "F2",
        disabled: !writable,
        onSelect: () => setNamed(version.version),
      },
      {
        id: "branch",
        label: t("menu.branch"),
        disabled: !writable,
        onSelect: () => setNaming({ act: "create", from: version }),
      },
      { id: "copy", label: t("menu.copy"), onSelect: () => void copyVersion(scene, version.version, name) },
      { kind: "separator", id: "two" },
      {
        id: "restore",
        label: t("menu.restore"),
        disabled: !writable || (version.version === history.head && !unsaved),
        onSelect: () => void restoreVersion(scene, version.version, name),
      },
    ];
  };

  const row = (entry: Entry) => {
    if (entry.kind === "version") {
      const { version } = entry;
      return (
        <VersionRow
          listed={entry}
          branch={tagOf(version.branch)}
          newest={version.version === history.head}
          marked={version.version === marked}
        />
      );
    }
    return <Working scene={scene} baseOf={(version) => byNumber.get(version)} tagOf={tagOf} />;
  };
  const rename = (version: VersionEntry, label: string | null, byKey: boolean) => {
    setNamed(null);
    // The field is unmounted with the focus in it; its row takes the focus when rendered again.
    const row = () =>
      root.current?.querySelector<HTMLElement>(`[data-entry="v${version.version}"] button`)?.focus();
    if (byKey) requestAnimationFrame(row);
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
  const isChosen = (entry: Entry) => {
    if (entry.kind === "version" && entry.version.version === marked) return true;
    if (centre.kind !== "compare-versions" || centre.scene !== scene) return false;
    if (entry.kind === "working") return centre.to === null;
    return centre.from === entry.version.version || centre.to === entry.version.version;
  };

  return (
    <section ref={root} aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      <BranchBar
        {...{ scene, history, branches, line, writable, naming }}
        onLine={setLine}
        onNaming={setNaming}
      />
      {markedVersion !== undefined && (
        <div className="flex items-center gap-2 border-y border-line bg-accent-soft py-1 pr-1.5 pl-3 text-xs text-accent">
          <p role="status" className="min-w-0 flex-1 break-words">
            {t("marked.text", { name: nameOf(markedVersion) })}
          </p>
          <IconButton icon={X} size="sm" label={t("marked.cancel")} onClick={() => setMarked(null)} />
        </div>
      )}
      <GroupedList
        className="flex-1"
        label={t("list")}
        entries={entries}
        groupOf={groupOf}
        row={row}
        replaced={replaced}
        actsLabel={(entry) =>
          t("more", { name: entry.kind === "working" ? t("working") : nameOf(entry.version) })
        }
        onOpen={open}
        {...{ idOf, actsOf, onKey, isChosen }}
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

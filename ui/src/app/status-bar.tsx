// The status bar: how safely the text is stored, its length, and what was written today.
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { runCommand } from "@/commands/registry";
import { cx } from "@/components/class-names";
import { momentWithin } from "@/components/days";
import { FailureState, useFailureWords } from "@/components/failure-state";
import { Popover } from "@/components/popover";
import { Tooltip } from "@/components/tooltip";
import { useBackups } from "@/desk/backups";
import { useCounting } from "@/desk/counting";
import { count } from "@/desk/counts";
import { useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import type { SceneStatus } from "@/desk/open-scene";
import { openScene, useOpenScenes } from "@/desk/open-scenes";
import { DamageFigure, useIsDamaged } from "@/features/damage/damage-figure";
import { IndexFigure } from "@/features/search/index-figure";
import { TodayFigure } from "@/features/statistics/today-figure";
import { UsageFigure } from "@/features/usage/usage-figure";
import { RunFigure } from "@/features/workflows/run-figure";
import { useSelected } from "@/features/writing/selection";
import { useAnswer } from "@/ipc/queries";
import type { SceneId } from "@/ipc/types";
import { PaneAway } from "./pane-away";
import { useWayTo } from "./use-way-to";

/** Longer selections are not counted while they change. */
const MAX_SELECTION = 200_000;
/** Delay before a selection is counted, in ms. */
const SELECTION_DELAY = 150;

export function StatusBar() {
  const { t } = useTranslation("app");
  return (
    <section
      data-region
      aria-label={t("status.label")}
      className="@container h-7 shrink-0 overflow-clip border-t border-line bg-surface text-xs whitespace-nowrap text-subtle tabular-nums"
    >
      <div className="flex h-full items-center gap-x-2 px-3 @min-[52rem]:gap-x-4">
        <PaneAway pane="binder" />
        <KeptState />
        <Figure hideClass="@max-[34rem]:hidden">
          <SelectedCount />
        </Figure>
        <span className="flex-1" />
        <Figure>
          <ChapterWords />
        </Figure>
        <Figure>
          <RunFigure />
        </Figure>
        <Figure hideClass="@max-[40rem]:hidden">
          <TodayFigure />
        </Figure>
        <Figure hideClass="@max-[48rem]:hidden">
          <UsageFigure />
        </Figure>
        <Figure hideClass="@max-[46rem]:not-has-[[data-index=trouble]]:hidden">
          <IndexFigure />
        </Figure>
        <Figure>
          <BackupState />
        </Figure>
        <PaneAway pane="inspector" />
      </div>
    </section>
  );
}

/** A figure of the bar: truncated where space is short, and hidden below a width if the commands show the same. */
function Figure({ hideClass, children }: { hideClass?: string; children: ReactNode }) {
  return <div className={cx("flex min-w-0 empty:hidden *:min-w-0 *:truncate", hideClass)}>{children}</div>;
}

/** The current length of the chapter being written. */
function ChapterWords() {
  const { t, i18n } = useTranslation("app");
  const scene = useDesk((state) => state.scene);
  const { rule, unit } = useCounting();
  const { data: outline } = useAnswer("manuscript.outline", {});
  const place = outline === undefined || scene === null ? undefined : locate(outline, scene);
  const words = useOpenScenes(({ status }) =>
    place?.chapter.scenes.reduce((sum, view) => sum + (status.get(view.id)?.counts ?? view.counts)[rule], 0),
  );
  if (place === undefined || words === undefined) return null;
  const { target } = place.chapter;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <span data-testid="chapter-words">
      {target === null
        ? t("status.chapter", { n: number.format(words), context: unit })
        : t("status.ofTarget", { n: number.format(words), target: number.format(target), context: unit })}
    </span>
  );
}

/**
 * The storage state to show. A scene that could not be stored is shown even while another one is being edited. The open
 * scene counts as kept only once every scene is: the text of the previous one may still be on its way.
 */
export function safety(
  status: ReadonlyMap<SceneId, SceneStatus>,
  scene: SceneId | null,
): Pick<SceneStatus, "kept" | "version" | "failure"> | undefined {
  const all = [...status.values()];
  const own = scene === null ? undefined : status.get(scene);
  const shown = all.find(({ kept }) => kept === "failed") ?? own;
  if (shown === undefined) return undefined;
  // Only the displayed fields: the counts change with every key.
  const { kept, version, failure } = shown;
  const isChanged = kept !== "failed" && all.some((one) => one.kept === "changed");
  return { kept: isChanged ? "changed" : kept, version, failure };
}

const DOTS = { saved: "bg-success", kept: "bg-accent", changed: "bg-faint", failed: "bg-danger" } as const;

function KeptState() {
  const { t } = useTranslation("app");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const scene = useDesk((state) => state.scene);
  const status = useOpenScenes(useShallow((open) => safety(open.status, scene)));
  const isDamaged = useIsDamaged();
  const wayToSave = useWayTo("writing.save");
  if (isDamaged && status?.kept !== "failed") return <DamageFigure />;
  if (!writable) return <span>{t("status.readOnly")}</span>;
  if (status === undefined) return null;
  const hint = t(`status.${status.kept}Hint`, {
    version: status.version,
    keys: wayToSave,
  });
  const label = (
    <span className="flex shrink-0 items-center gap-1.5">
      <span className={`size-2 rounded-full ${DOTS[status.kept]}`} />
      <span data-testid="kept" data-kept={status.kept} role="status">
        {t(`status.${status.kept}`, { version: status.version })}
      </span>
    </span>
  );
  if (status.failure !== null) {
    return (
      <Popover
        title={hint}
        hideTitle
        side="top"
        className="w-100"
        trigger={
          <button type="button" className="rounded-sm font-medium text-danger">
            {label}
          </button>
        }
      >
        <FailureState failure={status.failure} onRetry={() => void retry()} />
      </Popover>
    );
  }
  return (
    <Tooltip text={hint} side="top">
      <button type="button" className="rounded-sm" onClick={() => void runCommand("versions.show")}>
        {label}
      </button>
    </Tooltip>
  );
}

async function retry(): Promise<void> {
  for (const scene of useOpenScenes.getState().status.keys()) {
    await openScene(scene)
      ?.flush()
      .catch(() => undefined);
  }
}

/** Subscribes only to whether there is a selection, so that moving the caret does not re-render. */
function SelectedCount() {
  const counts = useSelected(({ scene, length }) => scene !== null && length > 0 && length <= MAX_SELECTION);
  return counts ? <CountOfSelection /> : null;
}

function CountOfSelection() {
  const { t } = useTranslation("app");
  const { scene, turn } = useSelected();
  const { rule, unit } = useCounting();
  const [counted, setCounted] = useState<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` increases with each change of the selection
  useEffect(() => {
    if (scene === null) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const text = openScene(scene)?.writing?.selectedText() ?? "";
      count(text).then(
        (totals) => isCurrent && setCounted(totals[rule]),
        () => undefined,
      );
    }, SELECTION_DELAY);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [scene, rule, turn]);

  return counted === null ? null : <span>{t("status.selected", { n: counted, context: unit })}</span>;
}

function BackupState() {
  const { t, i18n } = useTranslation("app");
  const at = useDesk((state) => state.project?.backed_up_at ?? null);
  const failure = useBackups((state) => state.failure);
  const words = useFailureWords();
  const when = at === null ? null : momentWithin(at, Date.now(), i18n.language);
  if (failure !== null) {
    const last = when === null ? t("status.noBackup") : t("status.backupHint", { when });
    return (
      <Tooltip text={`${words(failure).title} · ${last}`} side="top">
        <button
          type="button"
          className="rounded-sm text-danger"
          onClick={() => void runCommand("project.back_up")}
        >
          {t("status.backupFailed")}
        </button>
      </Tooltip>
    );
  }
  return (
    <Tooltip text={when === null ? t("status.noBackupHint") : t("status.backupHint", { when })} side="top">
      <button type="button" className="rounded-sm" onClick={() => void runCommand("project.back_up")}>
        {when === null ? t("status.noBackup") : t("status.backup", { when })}
      </button>
    </Tooltip>
  );
}

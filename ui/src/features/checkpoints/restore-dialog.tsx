// Confirmation before a restore: the changes item by item, the scope, and the safety checkpoint.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { ProgressBar } from "@/components/progress-bar";
import { Select, type SelectOption } from "@/components/select";
import { closeDialog, useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import { goOnAll } from "@/desk/open-scenes";
import { useSettled } from "@/desk/settled";
import { type RunningJob, useJob } from "@/desk/use-job";
import { useAnswer } from "@/ipc/queries";
import type {
  CanonScope,
  ChapterId,
  CheckpointEntry,
  CheckpointId,
  Comparison,
  Failure,
  OutlineView,
  RestoreCheckpoint,
  SceneId,
} from "@/ipc/types";
import { CANON_SCOPES } from "./canon-items";
import { numberInChapter } from "./changes";
import { checkpointName, wayBackName } from "./names";
import { beginRestore, tellRestored } from "./restore";
import { RestorePreview } from "./restore-preview";

interface AskedFor {
  checkpoint: CheckpointId;
  scene?: SceneId | undefined;
  chapter?: ChapterId | undefined;
  canon?: CanonScope | undefined;
}

type ScopeName = "whole" | "chapter" | "scene" | CanonScope;

/** Shown when the desk requests it. */
export function RestoreCheckpointDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "restore-checkpoint") return null;
  const { checkpoint, scene, chapter, canon } = dialog;
  return (
    <Preparing
      key={`${checkpoint} ${scene} ${chapter} ${canon}`}
      {...{ checkpoint, scene, chapter, canon }}
    />
  );
}

function Preparing({ checkpoint, scene, chapter, canon }: AskedFor) {
  const { t, i18n } = useTranslation("checkpoints");
  const list = useAnswer("checkpoint.list", {});
  const outline = useAnswer("manuscript.outline", {});
  const entry = list.data?.checkpoints.find(({ id }) => id === checkpoint);
  const name = entry === undefined ? "" : checkpointName(entry, t);
  const about =
    entry === undefined
      ? undefined
      : t("restore.about", { at: momentWithin(entry.created_at, Date.now(), i18n.language) });
  const failure = list.error ?? outline.error;
  if (entry !== undefined && outline.data !== undefined) {
    return (
      <Restore key={checkpoint} {...{ entry, name, about, scene, chapter, canon }} outline={outline.data} />
    );
  }
  return (
    <Dialog open size="lg" onClose={closeDialog} title={t("restore.title", { name })} description={about}>
      {failure === null ? (
        <LoadingState />
      ) : (
        <FailureState
          failure={failure}
          onRetry={() => {
            void list.refetch();
            void outline.refetch();
          }}
        />
      )}
    </Dialog>
  );
}

interface RestoreProps extends Omit<AskedFor, "checkpoint"> {
  entry: CheckpointEntry;
  name: string;
  about: string | undefined;
  outline: OutlineView;
}

function Restore({ entry, name, about, scene, chapter, canon, outline }: RestoreProps) {
  const { t } = useTranslation("checkpoints");
  const scopes = useScopes(outline, scene, chapter);
  const [scope, setScope] = useState<ScopeName>(
    canon ?? (scene !== undefined ? "scene" : chapter !== undefined ? "chapter" : "whole"),
  );
  const request = requestOf(entry.id, scope, scopes);
  const { settled, failure: unsettled, again } = useSettled();
  const preview = useAnswer("checkpoint.preview_restore", settled ? request : null);
  const { running, failure, start, stop } = useJob();
  const missing = preview.error?.code === "not_found" && (scope === "scene" || scope === "chapter");
  const changes = preview.data?.changes.length ?? 0;

  const restore = async () => {
    if (running !== null || changes === 0) return;
    await start<"checkpoint.restore">(
      (onProgress) => beginRestore(request, onProgress),
      async ({ before }) => {
        await goOnAll();
        tellRestored(name, { ...request, checkpoint: before });
        closeDialog();
      },
    );
  };
  const retry = () => {
    again();
    if (settled) void preview.refetch();
  };
  return (
    <Dialog
      open
      size="lg"
      busy={running !== null}
      onClose={closeDialog}
      onSubmit={() => void restore()}
      title={t("restore.title", { name })}
      description={about}
      footer={
        running !== null ? undefined : (
          <>
            <Button onClick={closeDialog}>{t("cancel", { ns: "components" })}</Button>
            <Button type="submit" variant="primary" disabled={changes === 0}>
              {t("restore.act")}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {running !== null ? (
          <RestoreProgress running={running} onStop={stop} />
        ) : (
          <>
            <Select label={t("restore.scope")} value={scope} onChange={setScope} options={scopes.options} />
            {failure !== null && <FailureState failure={failure} />}
            {missing ? (
              <EmptyState compact title={t("restore.notThere")} text={t("restore.notThereText")} />
            ) : (
              <Changes
                key={scope}
                comparison={preview.data}
                failure={unsettled ?? preview.error}
                onRetry={retry}
                {...{ entry, name, outline }}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

interface ChangesProps {
  /** undefined while it is being read. */
  comparison: Comparison | undefined;
  failure: Failure | null;
  onRetry: () => void;
  entry: CheckpointEntry;
  name: string;
  outline: OutlineView;
}

/** What the restore would change, and how to undo it. */
function Changes({ comparison, failure, onRetry, entry, name, outline }: ChangesProps) {
  const { t } = useTranslation("checkpoints");
  if (failure !== null) return <FailureState failure={failure} onRetry={onRetry} />;
  if (comparison === undefined) return <LoadingState kind="ring" label={t("restore.reading")} />;
  if (comparison.changes.length === 0) {
    return <EmptyState compact title={t("restore.nothing")} text={t("restore.nothingText")} />;
  }
  return (
    <>
      <RestorePreview {...{ comparison, outline, name }} checkpoint={entry.id} />
      <p className="text-xs break-words text-faint">
        {t("restore.wayBack", { name: wayBackName(entry, t) })}
      </p>
    </>
  );
}

function RestoreProgress({ running, onStop }: { running: RunningJob; onStop: () => void }) {
  const { t } = useTranslation("checkpoints");
  const { progress, stopping } = running;
  const stage = progress?.stage === "compare" || progress?.stage === "restore" ? progress.stage : "other";
  return (
    <ProgressBar
      label={progress === null ? t("restore.under") : t(`restore.stage.${stage}`)}
      value={progress === null || progress.total === 0 ? null : progress.done}
      max={progress?.total}
      text={
        progress === null || progress.total <= 1
          ? undefined
          : t("restore.progress", { done: progress.done, total: progress.total })
      }
      stopping={stopping}
      onStop={onStop}
    />
  );
}

function requestOf(checkpoint: CheckpointId, scope: ScopeName, scopes: Scopes): RestoreCheckpoint {
  const part = CANON_SCOPES.find((one) => one === scope);
  return {
    checkpoint,
    ...(scope === "scene" && scopes.scene !== null ? { scene: scopes.scene.id } : {}),
    ...(scope === "chapter" && scopes.chapter !== null ? { chapter: scopes.chapter.id } : {}),
    ...(part === undefined ? {} : { canon: part }),
  };
}

type Scopes = ReturnType<typeof useScopes>;

/** The scopes that can be restored alone: the part the dialog was opened for, or the author's current place. */
function useScopes(outline: OutlineView, scene: SceneId | undefined, chapter: ChapterId | undefined) {
  const { t } = useTranslation("checkpoints");
  const open = useDesk((state) => state.scene);
  const at = scene ?? (chapter === undefined ? open : null);
  const place = at === null ? undefined : locate(outline, at);
  const within =
    place?.chapter ?? outline.volumes.flatMap((volume) => volume.chapters).find((one) => one.id === chapter);
  const untitled = t("item.untitled");
  const chapterId = within?.id ?? chapter ?? null;
  const sceneId = place?.scene.id ?? scene ?? null;
  const chapterTitle = within?.title || untitled;
  const n = sceneId === null ? null : numberInChapter(outline, sceneId);
  const sceneTitle =
    place?.scene.title || (n === null ? chapterTitle : t("item.numbered", { title: chapterTitle, n }));
  const options: SelectOption<ScopeName>[] = [
    { value: "whole", label: t("restore.whole"), hint: t("restore.holds.whole") },
  ];
  if (chapterId !== null)
    options.push({ value: "chapter", label: t("restore.chapter", { name: chapterTitle }) });
  if (sceneId !== null) options.push({ value: "scene", label: t("restore.scene", { name: sceneTitle }) });
  for (const value of CANON_SCOPES)
    options.push({ value, label: t(`restore.part.${value}`), hint: t(`restore.holds.${value}`) });
  return {
    options,
    chapter: chapterId === null ? null : { id: chapterId },
    scene: sceneId === null ? null : { id: sceneId },
  };
}

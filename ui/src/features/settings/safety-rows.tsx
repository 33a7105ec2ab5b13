// Where the author's text is stored, and where its backups are.
import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { dateWithTime } from "@/components/days";
import { FailureState } from "@/components/failure-state";
import { NumberField } from "@/components/number-field";
import { ProgressBar } from "@/components/progress-bar";
import { useBackups } from "@/desk/backups";
import { useDesk } from "@/desk/desk";
import { applySettings, changeBackupFolder } from "@/desk/keep-settings";
import { call, toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";
import { backUp, stopBackUp, useBackUp } from "./back-up";
import { SettingRow, useRowTexts } from "./setting-row";
import { switchRow } from "./switch-row";

interface ActRowProps {
  row: string;
  /** The current value. */
  now: ReactNode;
  act?: ReactNode;
  children?: ReactNode;
}

function ActRow({ row, now, act, children }: ActRowProps) {
  const { label, hint } = useRowTexts(row);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h3 className="text-sm">{label}</h3>
          <p className="text-xs break-words text-faint">{hint}</p>
          {now !== null && <div className="mt-1 text-xs break-words text-subtle select-text">{now}</div>}
        </div>
        {act}
      </div>
      {children}
    </div>
  );
}

function BackupFolderRow() {
  const { t } = useTranslation("settings");
  const folder = useDesk(({ application }) => application?.backup_folder ?? "");
  const [failure, setFailure] = useState<Failure | null>(null);
  const act = (run: () => Promise<void>) => {
    setFailure(null);
    void run().catch((thrown) => setFailure(toFailure(thrown)));
  };
  return (
    <SettingRow setting="backup_folder" onReset={() => act(() => changeBackupFolder(null))}>
      <ActRow
        row="backup_folder"
        now={folder}
        act={
          <Button
            size="sm"
            onClick={() =>
              act(async () => {
                const { path } = await call("window.choose", {
                  kind: "backup_folder",
                  title: t("safety.chooseFolder"),
                });
                if (path !== null) await changeBackupFolder(path.path);
              })
            }
          >
            {t("safety.change")}
          </Button>
        }
      >
        {failure !== null && <FailureState failure={failure} />}
      </ActRow>
    </SettingRow>
  );
}

function BackUpRow() {
  const { t, i18n } = useTranslation("settings");
  const project = useDesk((desk) => desk.project);
  const { running, progress, stopping, stopped, failure } = useBackUp();
  const at = project?.backed_up_at ?? null;
  /** A later backup failed. */
  const isOld = useBackups((state) => state.failure !== null);
  const now =
    project === null ? (
      t("safety.noProject")
    ) : at === null ? (
      t("safety.never")
    ) : (
      <span className="flex items-center gap-1.5">
        {!isOld && <CircleCheck size={13} strokeWidth={1.75} aria-hidden className="shrink-0 text-success" />}
        {t("safety.last", { time: dateWithTime(at, i18n.language, "long") })}
      </span>
    );
  return (
    <SettingRow>
      <ActRow
        row="back_up"
        now={
          <span role="status">
            {now}
            {stopped && <span className="block">{t("safety.stopped")}</span>}
          </span>
        }
        act={
          <Button size="sm" disabled={project === null || running} onClick={() => void backUp()}>
            {t("safety.now")}
          </Button>
        }
      >
        {running && (
          <ProgressBar
            label={t("safety.running")}
            value={progress !== null && progress.total > 1 ? progress.done : null}
            max={progress?.total ?? 1}
            stopping={stopping}
            onStop={stopBackUp}
          />
        )}
        {failure !== null && <FailureState failure={failure} onRetry={() => void backUp()} />}
      </ActRow>
    </SettingRow>
  );
}

function WhereRow() {
  const { t } = useTranslation("settings");
  const project = useDesk((desk) => desk.project);
  return (
    <SettingRow>
      <ActRow
        row="where"
        now={
          project === null ? null : (
            <>
              <span className="block">{project.name}</span>
              <span className="block text-faint">{project.folder}</span>
            </>
          )
        }
        act={
          project !== null && (
            <Button size="sm" onClick={() => void call("window.reveal", {}).catch(() => undefined)}>
              {t("safety.reveal")}
            </Button>
          )
        }
      />
    </SettingRow>
  );
}

function KeepLogsRow() {
  const { t } = useTranslation("settings");
  const texts = useRowTexts("keep_logs_days");
  const days = useDesk(({ settings }) => settings.keep_logs_days);
  return (
    <SettingRow setting="keep_logs_days">
      <NumberField
        {...texts}
        className="[&>div:last-of-type]:max-w-60"
        value={days}
        min={0}
        max={3650}
        step={30}
        unit={t("daysUnit")}
        onChange={(next) => applySettings({ keep_logs_days: Math.max(0, Math.round(next ?? 0)) })}
      />
    </SettingRow>
  );
}

export const safetyRows = {
  reopen_last: switchRow("reopen_last"),
  hourly_backups: switchRow("hourly_backups"),
  backup_folder: BackupFolderRow,
  back_up: BackUpRow,
  keep_logs_days: KeepLogsRow,
  where: WhereRow,
};

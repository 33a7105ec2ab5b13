// The `damage` dialog: which parts of a damaged project are intact, and what to do next.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { dateWithTime } from "@/components/days";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { novelStem } from "@/desk/file-name";
import { flushAll } from "@/desk/open-scenes";
import { openBackup } from "@/desk/sound-backup";
import { isHeldBack } from "@/desk/unsaved";
import { call, toFailure } from "@/ipc/host";
import type { DamagedScene, Failure, OpenedProject } from "@/ipc/types";

export function DamageDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "damage");
  const project = useDesk((desk) => desk.project);
  return open && project !== null ? <Damage project={project} /> : null;
}

function Damage({ project }: { project: OpenedProject }) {
  const { t, i18n } = useTranslation("damage");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { salvaged, damage, sound_backup_at: backup } = project;
  const number = new Intl.NumberFormat(i18n.language);
  const go = async (act: () => Promise<unknown>) => {
    if (isHeldBack(() => void go(act))) return;
    setBusy(true);
    setFailure(null);
    try {
      await flushAll();
      if ((await act()) !== null) closeDialog();
    } catch (thrown) {
      setFailure(toFailure(thrown));
    } finally {
      setBusy(false);
    }
  };
  const keep = async () => {
    const { path } = await call("window.choose", {
      kind: "new_project",
      title: t("keepTitle"),
      name: `${t("keepName", { name: novelStem(project.name) })}.wenfang`,
    });
    return path === null ? null : call("project.keep_readable", { path: path.path });
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      title={t("title")}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("close")}
          </Button>
          {salvaged === null ? (
            <Button
              busy={busy}
              onClick={() => void go(() => call("project.open", { path: project.path, mode: "read" }))}
            >
              {t("readOnly")}
            </Button>
          ) : (
            <Button busy={busy} onClick={() => void go(keep)}>
              {t("keep")}
            </Button>
          )}
          {backup !== null && (
            <Button
              variant="primary"
              busy={busy}
              onClick={() => void go(() => openBackup(project.path, backup))}
            >
              {t("backup", { when: dateWithTime(backup, i18n.language, "medium") })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p>
          {salvaged === null
            ? t("writing", { n: number.format(damage) })
            : t("reading", { n: number.format(salvaged.readable) })}
        </p>
        {salvaged !== null && <Scenes scenes={salvaged.scenes} />}
        <p className="text-subtle">{backup === null ? t("noBackup") : t("backupHint")}</p>
        <p className="text-xs text-faint">{t("more")}</p>
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}

function Scenes({ scenes }: { scenes: readonly DamagedScene[] }) {
  const { t } = useTranslation("damage");
  if (scenes.length === 0) return <p>{t("none")}</p>;
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-medium">{t("scenesTitle")}</h3>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
        {scenes.map(({ scene, chapter, title, loss, shown }) => (
          <li key={scene} className="flex min-w-0 flex-col">
            <span className="break-words">
              {[chapter, title].filter((name) => name !== "").join(" · ") || t("untitled")}
            </span>
            <span className="text-xs text-faint">{t(`loss.${loss}`, { version: shown })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

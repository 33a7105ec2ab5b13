// The `export` dialog: the manuscript as plain text or Markdown, in one file or one per chapter.
import { FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { Field, useFieldIds } from "@/components/field";
import { RadioGroup } from "@/components/radio-group";
import { Segmented } from "@/components/segmented";
import { closeDialog, isWritable, useDesk } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { call, type Job, type JobProgress as Progress, run, toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ChosenPath, Exported, Failure, FormatName, LayoutName } from "@/ipc/types";
import { ExportDone } from "./export-done";
import { exportRequest, placeFits, saveOpenDrafts } from "./export-flow";
import { JobProgress } from "./job-progress";

export function ExportDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "export");
  return open ? <Export /> : null;
}

function Export() {
  const { t } = useTranslation("transfer");
  const title = useDesk((desk) => desk.project?.title ?? "");
  const writable = useDesk((desk) => desk.project?.writable ?? false);
  const project = useAnswer("project.info", {}).data;
  const [format, setFormat] = useState<FormatName>("txt");
  const [layout, setLayout] = useState<LayoutName>("whole");
  const [chosen, setChosen] = useState<{ path: ChosenPath; layout: LayoutName } | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [busy, setBusy] = useState(false);
  const [stopping, setStopping] = useState(false);
  const [stopped, setStopped] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [done, setDone] = useState<{ exported: Exported; place: ChosenPath } | null>(null);
  const job = useRef<Job<"project.export"> | null>(null);
  const ids = useFieldIds(undefined, undefined);

  const place = chosen !== null && placeFits(chosen.path, format, layout, chosen.layout) ? chosen.path : null;

  const choosePlace = async (): Promise<ChosenPath | null> => {
    const { path } = await call("window.choose", {
      kind: layout === "whole" ? "export_file" : "export_folder",
      title: t(layout === "whole" ? "export.chooseFile" : "export.chooseFolder"),
      name: layout === "whole" ? fileNameFor(title, format, t("untitled")) : null,
    });
    if (path !== null) {
      setChosen({ path, layout });
      setFailure(null);
    }
    return path;
  };
  const caught = (thrown: unknown) => {
    const exportFailure = toFailure(thrown);
    if (exportFailure.code === "stopped") setStopped(true);
    else setFailure(exportFailure);
  };
  const start = async (to: ChosenPath | null, replace: boolean) => {
    if (to === null) return;
    setFailure(null);
    setStopped(false);
    setStopping(false);
    setProgress(null);
    setBusy(true);
    try {
      if (isWritable()) await saveOpenDrafts();
      job.current = run("project.export", exportRequest(to, format, layout, replace), setProgress);
      setDone({ exported: await job.current.answer, place: to });
    } catch (thrown) {
      caught(thrown);
    } finally {
      job.current = null;
      setBusy(false);
    }
  };
  const submit = async () => {
    try {
      await start(place ?? (await choosePlace()), false);
    } catch (thrown) {
      caught(thrown);
    }
  };
  const elsewhere = async () => {
    try {
      await start(await choosePlace(), false);
    } catch (thrown) {
      caught(thrown);
    }
  };

  if (done !== null) return <ExportDone exported={done.exported} place={done.place} layout={layout} />;
  const empty = project !== undefined && project.chapters === 0;
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      title={t("export.title")}
      description={t("export.description")}
      footer={
        busy ? undefined : (
          <>
            <Button onClick={closeDialog}>{t("components:cancel")}</Button>
            <Button type="submit" variant="primary" disabled={empty}>
              {t("export.submit")}
            </Button>
          </>
        )
      }
    >
      {busy ? (
        <JobProgress
          act="export"
          progress={progress}
          stopping={stopping}
          onStop={() => {
            setStopping(true);
            job.current?.stop();
          }}
        />
      ) : empty ? (
        <EmptyState compact title={t("export.empty")} />
      ) : (
        <div className="flex flex-col gap-5">
          <Segmented<FormatName>
            label={t("export.format")}
            value={format}
            onChange={setFormat}
            options={[
              { value: "txt", label: t("export.formats.txt") },
              { value: "md", label: t("export.formats.md") },
            ]}
          />
          <RadioGroup<LayoutName>
            label={t("export.layout")}
            value={layout}
            onChange={setLayout}
            options={(["whole", "per_chapter"] as const).map((value) => ({
              value,
              label: t(`export.layouts.${value}`),
              description: t(`export.layoutHints.${value}`),
            }))}
          />
          <Field label={t("export.place")} plainLabel ids={ids}>
            <div className="flex min-w-0 items-center gap-3">
              {place === null ? (
                <p className="min-w-0 flex-1 truncate text-sm text-faint">{t("export.noPlace")}</p>
              ) : (
                <p className="flex min-w-0 flex-1 flex-col" title={place.folder}>
                  <span className="truncate text-sm">{place.name}</span>
                  <span className="truncate text-xs text-faint">{place.folder}</span>
                </p>
              )}
              <Button size="sm" icon={FolderOpen} onClick={() => void choosePlace().catch(caught)}>
                {t("export.choosePlace")}
              </Button>
            </div>
          </Field>
          <div className="flex flex-col gap-1 text-xs text-faint">
            <p>{writable ? t("export.drafts") : t("export.readOnly")}</p>
            {writable && project !== undefined && project.drafts > 0 && (
              <p>{t("export.draftsOther", { n: project.drafts })}</p>
            )}
          </div>
          {stopped && (
            <p role="status" className="text-sm text-subtle">
              {t("export.stopped")}
            </p>
          )}
          {failure !== null &&
            (failure.code === "file_exists" && place !== null ? (
              <section
                role="alert"
                className="flex flex-col gap-1 rounded-lg border border-line bg-surface-raised px-4 py-3.5 text-sm"
              >
                <p className="font-medium break-words">{t("export.exists")}</p>
                <p className="break-words text-subtle">{t("export.existsText")}</p>
                <div className="mt-2 flex flex-wrap gap-2">
                  <Button size="sm" variant="danger" onClick={() => void start(place, true)}>
                    {t("export.replace")}
                  </Button>
                  <Button size="sm" onClick={() => void elsewhere()}>
                    {t("export.otherPlace")}
                  </Button>
                </div>
              </section>
            ) : (
              <FailureState
                failure={failure}
                actions={
                  <Button size="sm" onClick={() => void elsewhere()}>
                    {t("export.otherPlace")}
                  </Button>
                }
              />
            ))}
        </div>
      )}
    </Dialog>
  );
}

// The `import-lore` dialog: previews a lorebook, a card or our Markdown, then imports it in one act.
import { CircleCheck, FileInput } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { ProgressBar } from "@/components/progress-bar";
import { closeDialog, showTab, useDesk } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { call, type JobProgress, run, toFailure } from "@/ipc/host";
import type { ChosenPath, Failure, LorebookWarning, LoreImported } from "@/ipc/types";

export function ImportLoreDialog() {
  const open = useDesk((state) => state.dialog?.name === "import-lore");
  return open ? <ImportLore /> : null;
}

type Step =
  | { at: "choosing" }
  | { at: "reading" }
  | { at: "ready"; found: LoreImported }
  | { at: "importing"; found: LoreImported; progress: JobProgress | null; stopping: boolean }
  | { at: "done"; imported: LoreImported };

function ImportLore() {
  const { t } = useTranslation("lore");
  const [step, setStep] = useState<Step>({ at: "choosing" });
  const [source, setSource] = useState<ChosenPath | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [stopped, setStopped] = useState(false);
  const job = useRef<{ stop(): void } | null>(null);
  useEffect(() => () => job.current?.stop(), []);

  const failed = (thrown: unknown, back: Step) => {
    const importFailure = toFailure(thrown);
    if (importFailure.code === "stopped") setStopped(true);
    else setFailure(importFailure);
    setStep(back);
  };
  const chooseFile = async () => {
    setFailure(null);
    setStopped(false);
    try {
      const { path } = await call("window.choose", { kind: "import_lore", title: t("import.choose") });
      if (path === null) return;
      setSource(path);
      setStep({ at: "reading" });
      const reading = run("lore.preview_import", { source: path.path });
      job.current = reading;
      setStep({ at: "ready", found: await reading.answer });
    } catch (thrown) {
      failed(thrown, { at: "choosing" });
    } finally {
      job.current = null;
    }
  };
  const take = async (found: LoreImported) => {
    if (source === null) return;
    setFailure(null);
    setStopped(false);
    setStep({ at: "importing", found, progress: null, stopping: false });
    try {
      await flushAll();
      const running = run("lore.import", { source: source.path }, (progress) =>
        setStep((now) => (now.at === "importing" ? { ...now, progress } : now)),
      );
      job.current = running;
      const imported = await running.answer;
      job.current = null;
      setStep({ at: "done", imported });
    } catch (thrown) {
      failed(thrown, { at: "ready", found });
    } finally {
      job.current = null;
    }
  };
  const stop = () => {
    job.current?.stop();
    setStep((now) => (now.at === "importing" ? { ...now, stopping: true } : now));
  };

  const busy = step.at === "importing";
  const footer = () => {
    if (step.at === "done") {
      return (
        <>
          <Button onClick={closeDialog}>{t("components:close")}</Button>
          <Button
            variant="primary"
            onClick={() => {
              closeDialog();
              showTab("lore");
            }}
          >
            {t("import.show")}
          </Button>
        </>
      );
    }
    if (busy) return undefined;
    return (
      <>
        <Button onClick={closeDialog}>{t("components:cancel")}</Button>
        {step.at === "ready" && (
          <Button
            variant="primary"
            disabled={step.found.entries + step.found.fields === 0}
            onClick={() => void take(step.found)}
          >
            {t("import.submit")}
          </Button>
        )}
      </>
    );
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      title={t(step.at === "done" ? "import.done" : "import.title")}
      description={step.at === "done" ? undefined : t("import.text")}
      footer={footer()}
    >
      <div className="flex flex-col gap-4">
        {stopped && (
          <p role="status" className="text-sm text-subtle">
            {t("import.stopped")}
          </p>
        )}
        {failure !== null && <FailureState failure={failure} />}
        {step.at === "importing" ? (
          <ProgressBar
            label={t("import.importing")}
            value={step.progress !== null && step.progress.total > 1 ? step.progress.done : null}
            max={step.progress?.total ?? 1}
            stopping={step.stopping}
            onStop={stop}
          />
        ) : step.at === "done" ? (
          <div role="status" className="flex items-start gap-2.5 py-1">
            <CircleCheck size={17} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-success" />
            <div className="flex min-w-0 flex-col gap-1 text-sm">
              <Outcome found={step.imported} did />
              <p className="break-words text-subtle">{t("import.before")}</p>
            </div>
          </div>
        ) : (
          <>
            <div className="flex min-w-0 items-center gap-3">
              {source !== null && (
                <p className="flex min-w-0 flex-1 flex-col" title={source.folder}>
                  <span className="truncate text-sm">{source.name}</span>
                  <span className="truncate text-xs text-faint">{source.folder}</span>
                </p>
              )}
              <Button
                variant={source === null ? "primary" : "secondary"}
                size={source === null ? "md" : "sm"}
                icon={FileInput}
                disabled={step.at === "reading"}
                onClick={() => void chooseFile()}
              >
                {t(source === null ? "import.file" : "import.other")}
              </Button>
            </div>
            {step.at === "reading" && <LoadingState kind="ring" label={t("import.reading")} />}
            {step.at === "ready" && (
              <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
                <p className="flex items-baseline gap-2 font-medium break-words">
                  {step.found.name === "" ? t("formats.markdown") : step.found.name}
                  {step.found.format !== null && (
                    <span className="text-xs font-normal text-faint">
                      {t(`formats.${step.found.format}`)}
                    </span>
                  )}
                </p>
                <Outcome found={step.found} />
              </div>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Outcome({ found, did = false }: { found: LoreImported; did?: boolean }) {
  const { t } = useTranslation("lore");
  const { entries, fields, added, updated, locked, warnings } = found;
  if (entries + fields === 0) return <p className="text-subtle">{t("import.nothing")}</p>;
  return (
    <>
      <p className="break-words">
        {t(did ? "import.did" : "import.will", { added: figure(added), updated: figure(updated) })}
      </p>
      {fields > 0 && <p className="break-words text-subtle">{t("import.fields", { n: figure(fields) })}</p>}
      {locked > 0 && <p className="break-words text-subtle">{t("import.locked", { n: figure(locked) })}</p>}
      {warnings.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-4 text-xs text-subtle">
          {warnings.map((warning) => (
            <li key={warning.kind} className="break-words">
              <Warning warning={warning} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Warning({ warning }: { warning: LorebookWarning }) {
  const { t } = useTranslation("lore");
  if (warning.kind === "no_lorebook") return t("import.warnings.no_lorebook");
  return t(`import.warnings.${warning.kind}`, { n: figure(warning.count), first: warning.first });
}

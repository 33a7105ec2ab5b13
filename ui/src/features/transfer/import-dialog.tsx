// The `import` dialog: choose a text, review the plan, import it.
import { FileText, FolderOpen } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { DoneNote } from "@/components/done-note";
import { StoppedNote } from "@/components/export-dialog";
import { FailureState } from "@/components/failure-state";
import { useDesk } from "@/desk/desk";
import {
  choosePlace,
  chooseSource,
  forgetFlow,
  leave,
  proceed,
  setOptions,
  stopImport,
  useImport,
} from "./import-flow";
import { ImportSettings, NewNovel, SourceLine } from "./import-settings";
import { JobProgress } from "./job-progress";
import { PersonProposal } from "./person-proposal";
import { usePlanCounting } from "./plan-counting";
import { Besides, PlanView } from "./plan-view";

export function ImportDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "import");
  // A previous choice is not offered again, however the dialog ended.
  useEffect(() => {
    if (!open) forgetFlow();
  }, [open]);
  return open ? <Import /> : null;
}

function Import() {
  const { t, i18n } = useTranslation("transfer");
  const flow = useImport();
  const open = useDesk((desk) => desk.project !== null) || flow.created !== null;
  const busy = flow.phase === "importing" || flow.phase === "creating";
  const { preview } = flow;
  const number = new Intl.NumberFormat(i18n.language);

  const submitLabel = () => {
    if (preview.state === "ready") {
      if (!open) return t("import.createAndImport");
      return t("import.submitCount", { n: number.format(preview.imported.chapters) });
    }
    return t("import.submit");
  };
  const describes = () => {
    if (!open) return "import.descriptionNew";
    const isNew = preview.state === "ready" && preview.imported.into_new;
    return isNew ? "import.descriptionUnwritten" : "import.description";
  };
  const canSubmit = preview.state === "ready" && preview.imported.chapters > 0;

  const done = flow.phase === "done";
  return (
    <Dialog
      open
      size={flow.source === null || done || flow.phase === "importing" ? "md" : "xl"}
      busy={busy}
      onClose={() => leave(false)}
      onSubmit={done ? () => leave(true) : () => void proceed()}
      title={done ? t("import.done") : t(open ? "import.title" : "import.titleNew")}
      description={done ? undefined : t(describes())}
      footer={
        flow.source === null || flow.phase === "importing" ? undefined : done ? (
          <>
            <Button onClick={() => leave(false)}>{t("import.close")}</Button>
            {flow.result?.first != null && (
              <Button type="submit" variant="primary">
                {t("import.go")}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={() => leave(false)} disabled={busy}>
              {t("components:cancel")}
            </Button>
            <Button type="submit" variant="primary" disabled={!canSubmit} busy={flow.phase === "creating"}>
              {submitLabel()}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Done />
      ) : flow.phase === "importing" ? (
        <JobProgress act="import" progress={flow.progress} stopping={flow.stopping} onStop={stopImport} />
      ) : flow.source === null ? (
        <Choose />
      ) : (
        <div className="@container flex flex-col gap-5">
          {!open && <NewNovel />}
          {flow.stopped && <StoppedNote text={t("import.stopped")} />}
          {flow.failure !== null && (
            <FailureState
              failure={flow.failure}
              actions={
                !open && (
                  <Button size="sm" onClick={() => void choosePlace().catch(() => undefined)}>
                    {t("export.otherPlace")}
                  </Button>
                )
              }
            />
          )}
          {/* By the width of the dialog in its own unit: at a larger interface the columns need more. */}
          <div className="grid grid-cols-[15.5rem_minmax(0,1fr)] gap-7 @max-[42rem]:grid-cols-1">
            <div className="flex min-w-0 flex-col gap-4">
              <SourceLine source={flow.source} />
              <ImportSettings options={flow.options} />
            </div>
            <PlanView
              preview={preview}
              split={flow.options.split}
              onReplace={() => setOptions({ replaceUndecodable: true })}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Choose() {
  const { t } = useTranslation("transfer");
  const failure = useImport((flow) => flow.failure);
  return (
    <div className="flex flex-col gap-5 pb-2">
      <p className="text-sm text-subtle">{t("import.choose")}</p>
      {failure !== null && <FailureState failure={failure} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={FileText} onClick={() => void chooseSource("file")}>
          {t("import.file")}
        </Button>
        <Button icon={FolderOpen} onClick={() => void chooseSource("folder")}>
          {t("import.folder")}
        </Button>
      </div>
    </div>
  );
}

function Done() {
  const { t, i18n } = useTranslation("transfer");
  const result = useImport((flow) => flow.result);
  const { rule, unit } = usePlanCounting();
  const number = new Intl.NumberFormat(i18n.language);
  if (result === null) return null;
  return (
    <DoneNote>
      <p className="break-words">
        {t("import.doneText", {
          chapters: number.format(result.imported.chapters),
          scenes: number.format(result.imported.scenes),
          words: number.format(result.plan.counts[rule]),
          context: unit,
        })}
      </p>
      <Besides plan={result.plan} />
      {result.imported.person !== null && result.imported.language !== null && (
        <PersonProposal person={result.imported.person} language={result.imported.language} />
      )}
      {!result.imported.into_new && <p className="break-words text-subtle">{t("import.doneBefore")}</p>}
    </DoneNote>
  );
}

// Dialog `start-workflow`: the input of a workflow that wants one of its own.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { TextArea } from "@/components/text-area";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import { begin } from "./acts";
import { readParams } from "./run-again-dialog";
import { said } from "./say";

/** Dialog `start-workflow`. */
export function StartWorkflowDialog() {
  const workflow = useDesk(({ dialog }) => (dialog?.name === "start-workflow" ? dialog.workflow : null));
  return workflow === null ? null : <Open key={workflow} workflow={workflow} />;
}

function Open({ workflow }: { workflow: string }) {
  const { t, i18n } = useTranslation("workflows");
  const { data } = useAnswer("workflow.list", {});
  const [typed, setTyped] = useState("");
  const { busy, failure, act } = useAct();
  const shown = data?.workflows.find(({ id }) => id === workflow);
  const read = readParams(typed);
  const start = () =>
    void act(async () => {
      if (read === null) return;
      await begin(workflow, read.params === undefined ? {} : { input: read.params });
      closeDialog();
    });
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={shown === undefined ? workflow : said(shown.title, i18n.language)}
      description={shown === undefined ? undefined : said(shown.description, i18n.language)}
      onSubmit={start}
      busy={busy}
      footer={
        <>
          <Button onClick={closeDialog}>{t("again.cancel")}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={read === null}>
            {t("start.begin")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label={t("start.input")}
          hint={t("start.inputText")}
          error={read === null ? t("again.noJson") : undefined}
          className="font-mono"
          value={typed}
          onChange={setTyped}
          rows={6}
        />
        {failure !== null && <FailureState failure={failure} onRetry={start} />}
      </div>
    </Dialog>
  );
}

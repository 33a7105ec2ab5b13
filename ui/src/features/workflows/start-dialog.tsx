// Dialog `start-workflow`: the input of a workflow that wants one of its own.
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import { begin } from "./acts";
import { InputForm } from "./input-form";
import { type InputValue, inputFields, inputOf } from "./input-shape";
import { said } from "./say";

/** Dialog `start-workflow`. */
export function StartWorkflowDialog() {
  const workflow = useDesk(({ dialog }) => (dialog?.name === "start-workflow" ? dialog.workflow : null));
  return workflow === null ? null : <Open key={workflow} workflow={workflow} />;
}

function Open({ workflow }: { workflow: string }) {
  const { t, i18n } = useTranslation("workflows");
  const { data, error, refetch } = useAnswer("workflow.list", {});
  const [values, setValues] = useState<Record<string, InputValue>>({});
  /** How often it was to begin although something is missing. */
  const [tries, setTries] = useState(0);
  const { busy, failure, act } = useAct();
  const form = useRef<HTMLDivElement>(null);
  const shown = data?.workflows.find(({ id }) => id === workflow);
  const fields = useMemo(() => (shown === undefined ? [] : inputFields(shown.input)), [shown]);
  const { input, faults } = inputOf(fields, values);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  const start = () => {
    if (Object.keys(faults).length > 0) return setTries(tries + 1);
    void act(async () => {
      await begin(workflow, { input });
      closeDialog();
    });
  };
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
          <Button type="submit" variant="primary" busy={busy} disabled={shown === undefined}>
            {t("start.begin")}
          </Button>
        </>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        {shown !== undefined ? (
          <InputForm
            fields={fields}
            values={values}
            faults={tries > 0 ? faults : {}}
            onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ) : error !== null ? (
          <FailureState failure={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={3} />
        )}
        {failure !== null && <FailureState failure={failure} onRetry={start} />}
      </div>
    </Dialog>
  );
}

// The `start-workflow` dialog: the model use and cost of a workflow before it starts, and its own input if needed.

import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { FigureField } from "@/components/figure-field";
import { InputForm } from "@/components/input-form";
import { type InputField, type InputValue, inputFields, inputOf } from "@/components/input-shape";
import { LoadingState } from "@/components/loading-state";
import { localized } from "@/components/localized";
import { fromMicros, toMicros } from "@/components/money";
import { closeDialog, useDesk } from "@/desk/desk";
import { tokensOfRun } from "@/desk/sending";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId, Cost, RunEstimate } from "@/ipc/types";
import { begin } from "./acts";
import { Estimate } from "./estimate";

export function StartWorkflowDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "start-workflow" ? state.dialog : null));
  if (dialog === null) return null;
  const { workflow, chapter } = dialog;
  return <Open key={`${workflow} ${chapter}`} workflow={workflow} chapter={chapter} />;
}

/** Fields of shipped workflows with translated labels; others use their own name. */
const NAMED = ["words"] as const;

function Open({ workflow, chapter }: { workflow: string; chapter: ChapterId | undefined }) {
  const { t, i18n } = useTranslation("workflows");
  const { data, error, refetch } = useAnswer("workflow.list", {});
  const [values, setValues] = useState<Record<string, InputValue>>({});
  /** The number of attempts to start with missing input. */
  const [tries, setTries] = useState(0);
  const { busy, failure, act } = useAct();
  const form = useRef<HTMLDivElement>(null);
  const shown = data?.workflows.find(({ id }) => id === workflow);
  const fields = useMemo(() => (shown === undefined ? [] : inputFields(shown.input)), [shown]);
  const { input, faults } = inputOf(fields, values);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);
  const hasFaults = Object.keys(faults).length > 0;
  const of = { workflow, ...(chapter !== undefined && { chapter }) };
  const preview = useAnswer("workflow.preview_start", of);
  const estimate = preview.data;
  /** The spending limit for models, in currency units; undefined until set, then the default applies. */
  const [most, setMost] = useState<number | null | undefined>(undefined);
  const limit = most === undefined ? usualLimit(estimate?.cost ?? null) : most;
  const start = (by: "model" | "local") => {
    if (hasFaults) return setTries(tries + 1);
    if (estimate === undefined) return;
    const currency = estimate?.cost?.currency;
    const given = by === "local" ? { ...input, by } : input;
    const isLimited = by === "model" && limit !== null && currency !== undefined;
    void act(async () => {
      await begin(workflow, {
        ...(chapter !== undefined && { chapter }),
        ...(Object.keys(given).length > 0 && { input: given }),
        agreed: by === "local" ? 0 : tokensOfRun(estimate),
        ...(isLimited && { ceiling: { currency, micros: toMicros(limit) } }),
      });
      closeDialog();
    });
  };
  const namesOf = ({ name, about }: InputField) => {
    const known = NAMED.find((one) => one === name);
    if (known === undefined) return { label: name, hint: about || undefined };
    return { label: t(`start.fields.${known}.label`), hint: t(`start.fields.${known}.hint`) };
  };
  const mayCost = estimate?.may_cost ?? false;
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={shown === undefined ? workflow : localized(shown.title, i18n.language)}
      description={shown === undefined ? undefined : localized(shown.description, i18n.language)}
      onSubmit={() => start("model")}
      busy={busy}
      footer={
        <>
          <Button onClick={closeDialog}>{t("again.cancel")}</Button>
          {mayCost && (
            <Button busy={busy} onClick={() => start("local")}>
              {t("start.local")}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabled={shown === undefined || estimate === undefined}
          >
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
            wordsOf={(field) => {
              const fault = tries > 0 ? faults[field.name] : undefined;
              return { ...namesOf(field), error: fault && t(`start.faults.${fault}`) };
            }}
            onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ) : error !== null ? (
          <FailureState failure={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={3} />
        )}
        {estimate !== undefined ? (
          <Costs estimate={estimate} limit={limit} onLimit={setMost} />
        ) : preview.error !== null ? (
          <FailureState failure={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <LoadingState rows={2} />
        )}
        {failure !== null && <FailureState failure={failure} onRetry={() => start("model")} />}
      </div>
    </Dialog>
  );
}

/** Twice the estimate, since an unreadable answer is requested again. In units, rounded up to hundredths. */
function usualLimit(cost: Cost | null): number | null {
  return cost === null || cost.micros === 0 ? null : Math.ceil(fromMicros(cost.micros) * 200) / 100;
}

interface CostsProps {
  estimate: RunEstimate;
  /** The spending limit for models; null: none. */
  limit: number | null;
  onLimit: (limit: number | null) => void;
}

function Costs({ estimate, limit, onLimit }: CostsProps) {
  const { t } = useTranslation("workflows");
  const { cost } = estimate;
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <Estimate estimate={estimate} />
      {cost !== null && (
        <FigureField
          className="w-60"
          label={t("start.most", { currency: cost.currency })}
          value={limit}
          min={0.01}
          max={1_000_000}
          placeholder={t("switches.noCeiling")}
          hint={t("start.mostText")}
          onKeep={onLimit}
        />
      )}
    </div>
  );
}

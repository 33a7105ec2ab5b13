// Changes when a mending stops: rounds, time, severity and money.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { FigureField } from "@/components/figure-field";
import { fromMicros, toMicros } from "@/components/money";
import { NumberField } from "@/components/number-field";
import { Select } from "@/components/select";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { MendingDetail, Severity } from "@/ipc/types";
import { MAX_MINUTES, MAX_ROUNDS, SEVERITIES } from "./policy";

interface PolicyDialogProps {
  detail: MendingDetail;
  /** Whether it works: then the change comes with the next round. */
  isAtWork: boolean;
  onClose: () => void;
}

const within = (value: number | null, most: number) => Math.min(most, Math.max(1, Math.round(value ?? 1)));

export function PolicyDialog({ detail, isAtWork, onClose }: PolicyDialogProps) {
  const { t } = useTranslation("mending");
  const { busy, failure, act } = useAct();
  // What is changed is the policy that was seen, even if a round ends meanwhile.
  const [seen] = useState(detail.policy_changes);
  const [policy, setPolicy] = useState(detail.next_policy ?? detail.policy);
  const { count, time_budget_sec, least_severity, money } = policy;
  const currency = money?.currency ?? detail.session.spent.cost?.currency;
  const save = () =>
    void act(async () => {
      const change = { count, time_budget_sec, least_severity, money: money ?? null };
      await call("mend.set_policy", { session: detail.session.id, policy: change, seen });
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("policy.title")}
      description={t(isAtWork ? "policy.atWork" : "policy.text")}
      onSubmit={save}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose}>{t("begin.cancel")}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t("policy.do")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <NumberField
            className="w-32"
            label={t("begin.rounds")}
            value={count}
            min={1}
            max={MAX_ROUNDS}
            onChange={(next) => setPolicy({ ...policy, count: within(next, MAX_ROUNDS) })}
          />
          <NumberField
            className="w-32"
            label={t("policy.minutes")}
            value={Math.max(1, Math.round(time_budget_sec / 60))}
            min={1}
            max={MAX_MINUTES}
            onChange={(next) => setPolicy({ ...policy, time_budget_sec: within(next, MAX_MINUTES) * 60 })}
          />
          <Select<Severity>
            className="w-40"
            label={t("begin.least")}
            value={least_severity}
            onChange={(next) => setPolicy({ ...policy, least_severity: next })}
            options={SEVERITIES.map((value) => ({ value, label: t(`findings:least.${value}`) }))}
          />
          {currency !== undefined && (
            <FigureField
              className="w-40"
              label={t("begin.money", { currency })}
              value={money == null ? null : fromMicros(money.micros)}
              min={0.01}
              max={1_000_000}
              placeholder={t("begin.unlimited")}
              onKeep={(units) =>
                setPolicy({ ...policy, money: units === null ? null : { currency, micros: toMicros(units) } })
              }
            />
          )}
        </div>
        {failure !== null && <FailureState failure={failure} onRetry={save} />}
      </div>
    </Dialog>
  );
}

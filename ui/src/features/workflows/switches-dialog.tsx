// The `workflow-switches` dialog: what starts workflows automatically. They use models only under a ceiling.

import { Workflow } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { FigureField } from "@/components/figure-field";
import { LoadingState } from "@/components/loading-state";
import { localized } from "@/components/localized";
import { currencies, fromMicros, toMicros, usualCurrency } from "@/components/money";
import { Select } from "@/components/select";
import { Switch } from "@/components/switch";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { type Answer, call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Cost, Said, WorkflowView } from "@/ipc/types";

type Listed = Answer<"workflow.list">;
type SwitchView = Listed["switches"][number];

export function WorkflowSwitchesDialog() {
  const open = useDesk(({ dialog }) => dialog?.name === "workflow-switches");
  return open ? <Open /> : null;
}

function Open() {
  const { t } = useTranslation("workflows");
  const { data, error, refetch } = useAnswer("workflow.list", {});
  return (
    <Dialog open size="lg" onClose={closeDialog} title={t("switches.title")} description={t("switches.text")}>
      {data !== undefined ? (
        <Switches listed={data} />
      ) : error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={6} />
      )}
    </Dialog>
  );
}

function Switches({ listed: { workflows, switches } }: { listed: Listed }) {
  const { t } = useTranslation("workflows");
  const of = ({ id }: WorkflowView) =>
    switches.filter((one) => one.workflow === id && one.trigger !== "menu");
  const shown = workflows.filter((workflow) => of(workflow).length > 0);
  const settling = switches.flatMap((one) => (one.profile === null ? [] : [{ one, profile: one.profile }]));
  if (shown.length + settling.length === 0)
    return <EmptyState compact icon={Workflow} title={t("switches.none")} />;
  return (
    <ul className="flex flex-col">
      {shown.map((workflow) => (
        <li key={workflow.id} className="border-b border-line py-3 last:border-0">
          <OfWorkflow workflow={workflow} switches={of(workflow)} />
        </li>
      ))}
      {settling.map(({ one, profile }) => (
        <li key={one.workflow} className="border-b border-line py-3 last:border-0">
          <OfProfile title={profile} of={one} />
        </li>
      ))}
    </ul>
  );
}

function OfWorkflow({ workflow, switches }: { workflow: WorkflowView; switches: readonly SwitchView[] }) {
  const { t, i18n } = useTranslation("workflows");
  const text = localized(workflow.description, i18n.language);
  return (
    <Named name={localized(workflow.title, i18n.language)} text={text}>
      {switches.map((one) => (
        <SwitchOf key={one.trigger} of={one} label={t(`switches.when.${one.trigger}`)} />
      ))}
    </Named>
  );
}

/** The steps of a profile after an acceptance. */
function OfProfile({ title, of }: { title: Said; of: SwitchView }) {
  const { t, i18n } = useTranslation("workflows");
  const name = t("switches.profile", { name: localized(title, i18n.language) });
  return (
    <Named name={name} text={t("switches.settling")}>
      <SwitchOf of={of} label={t("switches.accepted")} />
    </Named>
  );
}

function Named({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <div className="flex flex-col gap-0.5">
        <h3 className="text-sm font-medium break-words">{name}</h3>
        <p className="text-xs break-words text-faint">{text}</p>
      </div>
      {children}
    </section>
  );
}

function SwitchOf({ of, label }: { of: SwitchView; label: string }) {
  const { t, i18n } = useTranslation("workflows");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { failure, act } = useAct();
  const [chosen, setChosen] = useState(of.ceiling?.currency ?? usualCurrency(i18n.language));
  const { workflow, trigger, on, ceiling, may_cost } = of;
  const currency = ceiling?.currency ?? chosen;
  const set = (change: { on: boolean; ceiling?: Cost | null }) =>
    void act(() => call("workflow.switch", { workflow, trigger, ceiling, ...change }));
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={label}
        description={may_cost ? t("switches.mayCost") : undefined}
        checked={on}
        disabled={!writable}
        onChange={(next) => set({ on: next })}
      />
      {may_cost && (on || ceiling !== null) && (
        <div className="flex items-end gap-2 pl-4">
          <FigureField
            className="w-48"
            label={t("switches.ceiling")}
            value={ceiling === null ? null : fromMicros(ceiling.micros)}
            min={0.01}
            max={1_000_000}
            placeholder={t("switches.noCeiling")}
            onKeep={(units) =>
              set({ on, ceiling: units === null ? null : { currency, micros: toMicros(units) } })
            }
          />
          <Select
            className="w-28"
            label={t("switches.currency")}
            hideLabel
            value={currency}
            onChange={(next) => {
              setChosen(next);
              if (ceiling !== null) set({ on, ceiling: { ...ceiling, currency: next } });
            }}
            options={currencies(currency).map((value) => ({ value, label: value }))}
          />
        </div>
      )}
      {failure !== null && <FailureState failure={failure} />}
    </div>
  );
}

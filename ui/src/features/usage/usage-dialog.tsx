// Model usage of this novel, today and this month, by model, and the ceilings.
import { Gauge } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { money } from "@/components/money";
import { ProgressBar } from "@/components/progress-bar";
import { Segmented } from "@/components/segmented";
import { closeDialog, openDialog, useDesk } from "@/desk/desk";
import { useProviders } from "@/desk/providers";
import type { Ceilings } from "@/ipc/types";
import { UsageTable } from "./usage-table";
import { useCeilingShare, useUsage } from "./use-usage";

type Span = "day" | "month";

export function UsageDialog() {
  const { t } = useTranslation("usage");
  const open = useDesk(({ dialog }) => dialog?.name === "usage");
  return (
    <Dialog open={open} onClose={closeDialog} title={t("title")} description={t("about")} size="lg">
      {open && <Usage />}
    </Dialog>
  );
}

function Usage() {
  const { t } = useTranslation("usage");
  const [span, setSpan] = useState<Span>("day");
  const { data, error, refetch } = useUsage();
  const { data: models } = useProviders();
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState rows={4} />;
  const names = new Map(models?.providers.map(({ provider }) => [provider.id, provider.name]));
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        label={t("span")}
        hideLabel
        value={span}
        onChange={setSpan}
        options={[
          { value: "day", label: t("spans.day") },
          { value: "month", label: t("spans.month") },
        ]}
      />
      {data[span].length === 0 ? (
        <EmptyState compact icon={Gauge} title={t(`none.${span}`)} text={t("noneText")} />
      ) : (
        <UsageTable label={t(`spans.${span}`)} spent={data[span]} nameOf={(id) => names.get(id) ?? id} />
      )}
      <CeilingLines ceilings={data.ceilings} />
    </div>
  );
}

/** The ceilings, and how much of them is spent. */
function CeilingLines({ ceilings }: { ceilings: Ceilings }) {
  const { t, i18n } = useTranslation("usage");
  const { per_run: run, per_month: most } = ceilings;
  const share = useCeilingShare(most);
  return (
    <section aria-label={t("ceilings")} className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{t("ceilings")}</h3>
        <Button size="sm" onClick={() => openDialog({ name: "models", section: "ceilings" })}>
          {t("change")}
        </Button>
      </div>
      {most === null ? (
        <p className="text-subtle">{t("noMonthCeiling")}</p>
      ) : (
        <ProgressBar
          label={t("monthCeiling", { most: money(most.micros, most.currency, i18n.language) })}
          value={share ?? 0}
          text={share !== null && share >= 1 ? t("reached") : undefined}
        />
      )}
      <p className="text-subtle">
        {run === null
          ? t("noRunCeiling")
          : t("runCeiling", { most: money(run.micros, run.currency, i18n.language) })}
      </p>
    </section>
  );
}

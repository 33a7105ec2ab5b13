// The test of a provider: start, progress and results. Without a model, one is chosen from the server's list and tested
// at once.
import { PlugZap } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ProgressBar } from "@/components/progress-bar";
import { Select } from "@/components/select";
import { useAct } from "@/desk/use-act";
import type { ProviderView, Routes } from "@/ipc/types";
import { addModel } from "./acts";
import { hasAnswered, stopTest, test, useProbes } from "./probe";
import { ProbeReportList } from "./probe-report";
import { isDefault } from "./routes";
import { ServedList } from "./served-list";
import { Trouble } from "./trouble";

export function ProbeCard({ view, routes }: { view: ProviderView; routes: Routes }) {
  const { t } = useTranslation("models");
  const { id, models } = view.provider;
  const probe = useProbes((probes) => probes[id]);
  const [chosenModel, setChosenModel] = useState<string | null>(null);
  const { busy, failure, act } = useAct();
  const model = models.find(({ name }) => name === chosenModel)?.name ?? models[0]?.name ?? null;
  const begin = () => void test(id, model);
  const choose = async (name: string) => {
    if (await act(() => addModel(id, name))) void test(id, name);
  };
  const running = probe?.running === true;
  const report = probe?.report ?? null;
  const tested = report !== null && hasAnswered(report) ? (probe?.model ?? null) : null;
  const mayChoose = model === null && report !== null && report.models.verdict === "ok";
  return (
    <section
      aria-label={t("probe.title")}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3.5"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-40 flex-1 text-sm break-words text-subtle">{t("probe.text")}</p>
        {models.length > 1 && (
          <Select
            className="w-52"
            label={t("probe.with")}
            hideLabel
            value={model}
            onChange={setChosenModel}
            options={models.map(({ name }) => ({ value: name, label: name }))}
          />
        )}
        <Button
          variant={report === null ? "primary" : "secondary"}
          icon={PlugZap}
          disabled={running}
          onClick={begin}
        >
          {t(report === null ? "probe.begin" : "probe.again")}
        </Button>
      </div>
      {running && (
        <ProgressBar
          label={probe.model === null ? t("probe.runningServer") : t("probe.running", { model: probe.model })}
          value={null}
          stopping={probe.stopping}
          onStop={() => stopTest(id)}
        />
      )}
      <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
        {probe?.stopped === true && <p className="text-sm text-subtle">{t("probe.stopped")}</p>}
        {report !== null && <ProbeReportList view={view} report={report} model={probe?.model ?? null} />}
        {tested !== null && isDefault(routes, id, tested) && (
          <p className="text-sm break-words text-success">{t("probe.routed", { model: tested })}</p>
        )}
      </div>
      <Trouble failure={probe?.failure ?? null} onRetry={begin} />
      {mayChoose && (
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{t("probe.choose")}</h3>
          <ServedList
            label={t("probe.choose")}
            names={report.model_names}
            chosen={new Set()}
            disabled={busy}
            onChoose={(name) => void choose(name)}
          />
        </div>
      )}
      <Trouble failure={failure} />
    </section>
  );
}

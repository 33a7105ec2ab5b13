// The results of a test, step by step: passed, failed, or unknown.
import { CircleCheck, CircleHelp, CircleX, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import type { ProbeReport, ProviderView, Verdict } from "@/ipc/types";
import { remarkOf } from "./refusals";

const SIGNS: Readonly<Record<Verdict, { icon: LucideIcon; tone: string }>> = {
  ok: { icon: CircleCheck, tone: "text-success" },
  no: { icon: CircleX, tone: "text-danger" },
  unknown: { icon: CircleHelp, tone: "text-faint" },
};

const OF_SERVER = ["reachable", "models"] as const;
const OF_MODEL = ["streaming", "json_schema", "json_mode", "tools"] as const;

/** The steps to show: without a model its steps mean nothing; after a failed connection there are no others. */
export function shownSteps(
  { reachable }: ProbeReport,
  model: string | null,
): readonly ((typeof OF_SERVER)[number] | (typeof OF_MODEL)[number])[] {
  if (reachable.verdict === "no") return ["reachable"];
  return model === null ? OF_SERVER : [...OF_SERVER, ...OF_MODEL];
}

interface ProbeReportListProps {
  view: ProviderView;
  report: ProbeReport;
  model: string | null;
}

export function ProbeReportList({ view, report, model }: ProbeReportListProps) {
  const { t } = useTranslation("models");
  const { latency_ms: latency, dropped_parameters: dropped, model_names: names } = report;
  const detailOf = (step: (typeof OF_SERVER)[number] | (typeof OF_MODEL)[number]): string | null => {
    const { message } = report[step];
    if (message !== null && message !== "") {
      const remark = remarkOf(message);
      return remark === null ? message : t(remark);
    }
    if (step === "models" && report.models.verdict === "ok")
      return t("probe.count", { n: figure(names.length) });
    if (step === "streaming" && latency !== null) return t("probe.latency", { seconds: seconds(latency) });
    return null;
  };
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={t("probe.found")} className="flex flex-col gap-1.5">
        {shownSteps(report, model).map((step) => {
          const { verdict } = report[step];
          const { icon: Icon, tone } = SIGNS[verdict];
          const detail = detailOf(step);
          return (
            <li key={step} className="flex items-start gap-2 text-sm">
              <Icon size={16} strokeWidth={1.75} aria-hidden className={cx("mt-0.5 shrink-0", tone)} />
              <span className="w-32 shrink-0">{t(`probe.steps.${step}`)}</span>
              <span className="min-w-0 flex-1 break-words text-subtle">
                <span className={detail === null ? "" : "sr-only"}>{t(`verdicts.${verdict}`)} </span>
                {detail !== null && <span className="select-text">{detail}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {report.reachable.verdict === "no" && (
        <p className="text-sm break-words text-subtle">
          {t(view.host === "public" ? "probe.checkAddress" : "probe.startServer", {
            name: view.provider.name,
          })}
        </p>
      )}
      {dropped.length > 0 && (
        <p className="text-xs break-words text-faint">
          {t("probe.dropped", { names: dropped.join(t("comma")) })}
        </p>
      )}
    </div>
  );
}

/** Milliseconds as seconds with one digit. */
function seconds(ms: number): string {
  return (Math.max(1, Math.round(ms / 100)) / 10).toFixed(1);
}

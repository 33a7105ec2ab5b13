// The steps of a profile as small signs, in the order in which they began.
import { CircleAlert, CircleCheck, CircleSlash, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocalized } from "@/components/localized";
import { Spinner } from "@/components/spinner";
import type { RunStep } from "./run";

const SIGNS: Readonly<Record<Exclude<RunStep["state"], "running">, readonly [LucideIcon, string]>> = {
  done: [CircleCheck, "text-success"],
  failed: [CircleAlert, "text-warning"],
  left_out: [CircleSlash, "text-faint"],
};

export function Steps({ steps }: { steps: readonly RunStep[] }) {
  const { t } = useTranslation("drafting");
  const titleOf = useLocalized();
  if (steps.length === 0) return null;
  return (
    <ul aria-label={t("steps.label")} className="flex flex-wrap items-center gap-1">
      {steps.map((step) => {
        const took = step.millis === null ? "" : t("steps.took", { n: (step.millis / 1000).toFixed(1) });
        const name = t(`steps.${step.state}`, { title: titleOf(step.title), took });
        return (
          <li key={step.step} title={name} className="flex">
            <Sign state={step.state} />
            <span className="sr-only">{name}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Sign({ state }: { state: RunStep["state"] }) {
  if (state === "running") return <Spinner size={13} className="text-accent" />;
  const [Icon, tone] = SIGNS[state];
  return <Icon size={13} strokeWidth={1.75} aria-hidden className={`shrink-0 ${tone}`} />;
}

// The steps of a profile in order, with the text in its place among them.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { useLocalized } from "@/components/localized";
import type { Phase, ProfileStep, ProfileView } from "@/ipc/types";

const PHASES: readonly Phase[] = ["pre", "main", "post", "settled"];

export function ProfileSteps({ profile: { steps } }: { profile: ProfileView }) {
  const { t } = useTranslation("pipelines");
  if (steps.length === 0) return <p className="text-sm text-subtle">{t("noSteps")}</p>;
  const phases = PHASES.map((phase) => ({ phase, own: steps.filter((step) => step.phase === phase) }));
  return (
    <div className="flex flex-col gap-4">
      {phases
        .filter(({ phase, own }) => phase === "main" || own.length > 0)
        .map(({ phase, own }) => (
          <section key={phase} aria-label={t(`phases.${phase}`)} className="flex flex-col gap-1">
            <h4 className="text-xs text-faint">{t(`phases.${phase}`)}</h4>
            {phase === "main" ? (
              <p className="rounded-lg border border-line bg-surface px-3 py-2 text-sm">{t("text")}</p>
            ) : (
              <ol className="flex flex-col gap-1">
                {own.map((step) => (
                  <Step key={step.step} step={step} />
                ))}
              </ol>
            )}
          </section>
        ))}
    </div>
  );
}

function Step({ step: { step, title, handler, required, asks, phase } }: { step: ProfileStep }) {
  const { t } = useTranslation("pipelines");
  const titleOf = useLocalized();
  return (
    <li className="flex min-w-0 flex-col gap-0.5 rounded-lg border border-line bg-surface px-3 py-2">
      <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-sm">
        <span className="min-w-0 break-words">{titleOf(title)}</span>
        {asks && <Badge tone="accent">{t("asks")}</Badge>}
      </span>
      <span className="flex min-w-0 flex-wrap gap-x-2 text-xs text-faint">
        <span className="font-mono break-all select-text">
          {step} · {handler}
        </span>
        {phase === "pre" && !required && <span>{t("optional")}</span>}
      </span>
    </li>
  );
}

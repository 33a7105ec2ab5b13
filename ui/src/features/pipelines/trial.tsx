// What came of a trial: the steps, and the messages that would be sent.
import { CircleAlert, CircleCheck, CircleSlash } from "lucide-react";
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import { useLocalized } from "@/components/localized";
import { money } from "@/components/money";
import { PromptMessages } from "@/components/prompt-messages";
import type { ProfileTrial, ReportStep } from "@/ipc/types";

export function Trial({ trial: { steps, preview } }: { trial: ProfileTrial }) {
  const { t } = useTranslation("pipelines");
  const { messages, tokens, budget } = preview;
  return (
    <div className="flex flex-col gap-3">
      {steps.length === 0 ? (
        <p className="text-sm text-subtle">{t("try.noSteps")}</p>
      ) : (
        <ol aria-label={t("phases.pre")} className="flex flex-col gap-1">
          {steps.map((step) => (
            <TriedStep key={step.step} step={step} />
          ))}
        </ol>
      )}
      <section aria-label={t("try.sent")} className="flex flex-col gap-1">
        <h3 className="text-xs text-faint tabular-nums">
          {t("try.sentOf", { n: figure(tokens), window: figure(budget.window) })}
        </h3>
        <PromptMessages messages={messages} />
      </section>
    </div>
  );
}

const SIGNS = {
  done: [CircleCheck, "text-success"],
  failed: [CircleAlert, "text-warning"],
  other: [CircleSlash, "text-faint"],
} as const;

function TriedStep({ step: { title, status, millis, model, cost } }: { step: ReportStep }) {
  const { t, i18n } = useTranslation("pipelines");
  const titleOf = useLocalized();
  const how = status === "completed" || status === "failed" ? status : "other";
  const [Icon, tone] = SIGNS[how === "completed" ? "done" : how];
  const facts = [
    t(`try.ends.${how}`),
    ...(millis === null ? [] : [t("try.took", { n: (millis / 1000).toFixed(1) })]),
    ...(model === null ? [] : [model]),
    ...(cost === null ? [] : [money(cost.micros, cost.currency, i18n.language)]),
  ];
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
      <Icon size={14} strokeWidth={1.75} aria-hidden className={`shrink-0 self-center ${tone}`} />
      <span className="min-w-0 break-words">{titleOf(title)}</span>
      <span className="ml-auto text-xs break-words text-faint tabular-nums">{facts.join(" · ")}</span>
    </li>
  );
}

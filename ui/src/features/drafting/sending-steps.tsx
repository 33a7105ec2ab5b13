// The steps around a text in the preview of its request: which of them run this time, and what each takes.
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { useLocalized } from "@/components/localized";
import { StepSwitches } from "@/components/step-switches";
import { useAnswer } from "@/ipc/queries";
import type { Generate } from "@/ipc/types";
import { isProse } from "./asks";

/** The steps around a text; `undefined` until they are known. */
export function usePlanned(request: Generate, skipped: readonly string[]) {
  const asked = { request: { ...request, skip: [...skipped] } };
  return useAnswer("pipeline.preview", isProse(request.act) ? asked : null);
}

interface SendingStepsProps {
  request: Generate;
  skipped: readonly string[];
  onSkip: (step: string, to: "out" | "in") => void;
}

/** Nothing for a profile without steps. */
export function SendingSteps({ request, skipped, onSkip }: SendingStepsProps) {
  const { t } = useTranslation("drafting");
  const title = useLocalized();
  const { data, error, refetch } = usePlanned(request, skipped);
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.steps.length === 0) return null;
  const level = t(`profileLevels.${data.level}`, { ns: "components" });
  const label = t("sending.steps", { name: title(data.title), level });
  return (
    <section aria-label={label} className="flex flex-col gap-1 rounded-lg border border-line px-3 py-2">
      <h3 className="text-sm font-medium break-words">{label}</h3>
      <StepSwitches planned={data} skipped={skipped} onSkip={onSkip} />
    </section>
  );
}

// The steps around a text in the preview of its request: which of them run this time, and what each takes.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { useLocalized } from "@/components/localized";
import { StepSwitches } from "@/components/step-switches";
import { askForSynopsis } from "@/desk/asked-synopsis";
import { closeDialog } from "@/desk/desk";
import { isProse } from "@/desk/prose-acts";
import { useAnswer } from "@/ipc/queries";
import type { Generate, ProfilePreview, SceneId } from "@/ipc/types";

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
      <Missing scene={request.scene} planned={data} skipped={skipped} />
      <StepSwitches planned={data} skipped={skipped} onSkip={onSkip} />
    </section>
  );
}

interface MissingProps {
  scene: SceneId;
  planned: ProfilePreview;
  skipped: readonly string[];
}

/** What a step would refuse the text for, before anything is agreed to or sent. */
function Missing({ scene, planned: { steps }, skipped }: MissingProps) {
  const { t } = useTranslation("drafting");
  const title = useLocalized();
  const step = steps.find((one) => one.missing.length > 0 && !skipped.includes(one.step));
  if (step === undefined) return null;
  const names = step.missing.map((field) => t(`sending.planFields.${field}`)).join(t("sending.and"));
  const toPlan = () => {
    closeDialog();
    askForSynopsis(scene);
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm"
    >
      <p className="min-w-40 flex-1 break-words">
        {t("sending.missing", { step: title(step.title), names })}
      </p>
      <Button size="sm" onClick={toPlan}>
        {t("refused.completePlan")}
      </Button>
    </div>
  );
}

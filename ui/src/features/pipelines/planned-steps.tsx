// The steps that the next text of a scene gets, each with its price and a switch for this time.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { StepSwitches } from "@/components/step-switches";
import { openDialog } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import { setSkipped, useExcluded, useSending, useSkipped } from "@/desk/sending";
import { useAnswer } from "@/ipc/queries";
import type { Act, ProfilePreview, SceneId } from "@/ipc/types";

interface PlannedStepsProps {
  scene: SceneId;
  act: Act;
}

/** Nothing for a profile without steps. */
export function PlannedSteps({ scene, act }: PlannedStepsProps) {
  const { t } = useTranslation("pipelines");
  const { data: list } = useAnswer("pipeline.list", { scene, act });
  const once = useSending((state) => state.profiles.get(scene) ?? null);
  const excluded = useExcluded(scene);
  const secrets = useSending((state) => state.secrets.has(scene));
  const skip = useSkipped(scene);
  const wanted = once ?? list?.resolved?.profile;
  const chosen = list?.profiles.find(({ profile }) => profile === wanted);
  const hasSteps = chosen !== undefined && chosen.steps.length > 0;
  const { data, error, refetch } = usePacedAnswer(
    "pipeline.preview",
    hasSteps
      ? {
          request: {
            scene,
            act,
            excluded: [...excluded],
            skip: [...skip],
            ...(secrets && { allow_secrets: true }),
            ...(once !== null && { profile: once }),
          },
        }
      : null,
  );
  if (!hasSteps) return null;
  return (
    <section aria-label={t("planned.label")} className="flex flex-col gap-1 border-y border-line py-2">
      {error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={4} />
      ) : (
        <Shown scene={scene} act={act} planned={data} />
      )}
    </section>
  );
}

function Shown({ scene, act, planned }: PlannedStepsProps & { planned: ProfilePreview }) {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  const skipped = useSkipped(scene);
  return (
    <>
      <div className="flex min-w-0 items-start justify-between gap-2">
        <h3 className="min-w-0 pt-1 text-sm font-medium break-words">
          {t("planned.title", {
            name: title(planned.title),
            level: t(`profileLevels.${planned.level}`, { ns: "components" }),
          })}
        </h3>
        <Button size="sm" variant="ghost" onClick={() => openDialog({ name: "choose-profile", act })}>
          {t("planned.change")}
        </Button>
      </div>
      <StepSwitches planned={planned} skipped={skipped} onSkip={(step, to) => setSkipped(scene, step, to)} />
    </>
  );
}

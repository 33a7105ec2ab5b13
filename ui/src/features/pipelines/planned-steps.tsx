// The steps that the next text of a scene gets, each with its price and a switch for this time.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { estimateWords } from "@/components/estimate-words";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { Switch } from "@/components/switch";
import { openDialog } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import { setSkipped, useExcluded, useSending, useSkipped } from "@/desk/sending";
import { useAnswer } from "@/ipc/queries";
import type { Act, ProfilePreview, SceneId, StepPreview } from "@/ipc/types";

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
  const { t, i18n } = useTranslation("pipelines");
  const words = useTranslation("components").t;
  const title = useLocalized();
  const { asks } = planned.takes;
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
      <ol className="flex flex-col">
        {planned.steps.map((step) => (
          <li key={step.step}>
            <PlannedStep scene={scene} step={step} />
          </li>
        ))}
      </ol>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-subtle tabular-nums">
        <dt>{t("text")}</dt>
        <dd className="text-right break-words">{estimateWords(words, planned.text, i18n.language)}</dd>
        <dt className="font-medium text-ink">{t("planned.total")}</dt>
        <dd className="text-right font-medium break-words text-ink">
          {estimateWords(words, planned.takes, i18n.language)}
        </dd>
        {asks !== null && (
          <dd className="col-span-2 text-right break-words text-faint">
            {t("planned.requests", {
              n: figure(asks.requests),
              tokens: figure(asks.prompt_tokens + asks.answer_tokens),
            })}
          </dd>
        )}
      </dl>
    </>
  );
}

function PlannedStep({ scene, step }: { scene: SceneId; step: StepPreview }) {
  const { t, i18n } = useTranslation("pipelines");
  const words = useTranslation("components").t;
  const title = useLocalized();
  const skipped = useSkipped(scene).includes(step.step);
  const price = skipped ? t("planned.skipped") : estimateWords(words, step.takes, i18n.language);
  const about = [t(`phases.${step.phase}`), price].join(" · ");
  // What comes after the acceptance belongs to another run.
  if (step.phase === "settled") {
    return (
      <div className="flex flex-col gap-0.5 py-1">
        <p className="text-sm break-words">{title(step.title)}</p>
        <p className="text-xs break-words text-faint">{about}</p>
      </div>
    );
  }
  return (
    <Switch
      label={title(step.title)}
      description={about}
      checked={!skipped}
      onChange={(next) => setSkipped(scene, step.step, next ? "in" : "out")}
    />
  );
}

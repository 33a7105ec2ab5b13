// How a text came about: its profile, the steps in order, what is left of it, and what was not kept.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { money } from "@/components/money";
import { goToScene } from "@/desk/navigation";
import { isProse } from "@/desk/prose-acts";
import { useShownStep } from "@/desk/shown-step";
import { useAnswer } from "@/ipc/queries";
import type { Cost, GenerationId, GenerationReport, SceneId, TurnRef } from "@/ipc/types";
import { letters } from "./candidates";
import { StepRow } from "./step-row";
import { useStepSentences } from "./step-sentences";

/** What to say of a text of which nothing is in the scene. */
const LEFT = {
  open: "undecided",
  held: "undecided",
  dismissed: "unaccepted",
  accepted: "nothingLeft",
} as const;

/** `children` are shown below the report. */
export function CameAbout({ id, children }: { id: GenerationId; children?: ReactNode }) {
  const { t } = useTranslation("context");
  const { data, error, refetch } = useAnswer("generation.report", { generation: id });
  return (
    <Disclosure title={t("report.title")} begins="open">
      {error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={3} />
      ) : (
        <Report report={data} />
      )}
      {children}
    </Disclosure>
  );
}

/** Returns the letter of a candidate of a scene; empty for one without siblings. */
export function useLetters(scene: SceneId): (generation: GenerationId) => string {
  const { data } = useAnswer("generation.list", { scene });
  const known = letters(data?.generations ?? []);
  return (generation) => known.get(generation) ?? "";
}

/** The sum of the costs of steps, one for each currency. */
export function totals(costs: readonly (Cost | null)[]): Cost[] {
  const sums = new Map<string, number>();
  for (const cost of costs) {
    if (cost !== null) sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.micros);
  }
  return [...sums].map(([currency, micros]) => ({ currency, micros }));
}

function Report({ report }: { report: GenerationReport }) {
  const { t, i18n } = useTranslation("context");
  const letterOf = useLetters(report.input.scene);
  const sentencesOf = useStepSentences(letterOf);
  const shown = useShownStep((state) => state.at);
  const openAt = shown?.generation === report.generation.id ? shown.step : null;
  const total = totals(report.steps.map(({ cost }) => cost));
  const profileOf = useProfileWords();
  const title = useLocalized();
  const { why, steps, left, not_kept, artifacts, hashes, input, generation } = report;
  const [first] = left.ranges;
  const maker = steps.find(({ step }) => step === why.derived?.step);
  const goTo = () => {
    if (first !== undefined) goToScene(input.scene, { from: first.start, to: first.end, unit: "chars" });
  };
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {/* What a step asks for has no profile of its own. */}
        {generation.asked_by == null && (
          <Fact name={t("report.profile")}>
            {why.turn === null ? t("report.noTurn") : profileOf(why.turn)}
          </Fact>
        )}
        {why.derived !== null && (
          <Fact name={t("report.madeOf")}>
            {t("report.byStep", {
              step: maker === undefined ? why.derived.step : title(maker.title),
              letter: letterOf(why.derived.of) || t("theOriginal"),
            })}
          </Fact>
        )}
        {why.chosen !== null && (
          <Fact name={t("report.unusedText")}>{t("report.chosen", { n: why.chosen })}</Fact>
        )}
        {generation.text !== "" && isProse(generation.act) && (
          <Fact name={t("report.left")}>
            {first === undefined ? (
              t(`report.${LEFT[generation.fate]}`)
            ) : (
              <button type="button" onClick={goTo} className="rounded-sm text-accent hover:underline">
                {t("report.share", { n: Math.round(left.share * 100) })}
              </button>
            )}
          </Fact>
        )}
        {(not_kept.reasoning_hash !== null || not_kept.masked > 0) && (
          <Fact name={t("report.notKept")}>
            {not_kept.reasoning_hash !== null && (
              <span className="block">{t("report.reasoning", { n: figure(not_kept.reasoning_tokens) })}</span>
            )}
            {not_kept.masked > 0 && (
              <span className="block">{t("report.masked", { n: figure(not_kept.masked) })}</span>
            )}
          </Fact>
        )}
        {total.length > 0 && (
          <Fact name={t("step.total")}>
            {total.map((cost) => money(cost.micros, cost.currency, i18n.language)).join(" + ")}
          </Fact>
        )}
        {artifacts.length > 0 && (
          <Fact name={t("report.read")}>
            {artifacts
              .map(({ name, version }) => t("report.artifact", { name, version }))
              .join(t("report.between"))}
          </Fact>
        )}
      </dl>
      {steps.length > 0 && (
        <ol aria-label={t("report.steps")} className="flex flex-col">
          {steps.map((step) => (
            <StepRow
              key={`${step.phase}-${step.step}`}
              step={step}
              sentences={sentencesOf(step)}
              isAskedFor={step.step === openAt}
            />
          ))}
        </ol>
      )}
      <Disclosure title={<span className="text-xs font-normal text-subtle">{t("step.technical")}</span>}>
        <p className="text-xs text-faint">{t("report.hashes")}</p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs">
          {(["prompt", "inputs", "profile", "turn"] as const).map((name) => (
            <Fact key={name} name={t(`report.hashOf.${name}`)}>
              <span className="font-mono break-all select-text">{hashes[name] ?? t("report.none")}</span>
            </Fact>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}

/** Names the profile of a turn, with the level that set it; by its id if it is gone. */
export function useProfileWords(): (turn: TurnRef) => string {
  const { t } = useTranslation("context");
  const title = useLocalized();
  const { data } = useAnswer("pipeline.list", {});
  return ({ profile, profile_version, level }) => {
    const known = data?.profiles.find((one) => one.profile === profile);
    return t("report.profileOf", {
      name: known === undefined ? profile : title(known.title),
      version: profile_version,
      level: t(`profileLevels.${level}`, { ns: "components" }),
    });
  };
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-subtle">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </>
  );
}

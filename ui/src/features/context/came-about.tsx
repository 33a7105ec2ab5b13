// How a text came about: its profile, the steps in order, what is left of it, and what was not kept.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { goToScene } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { GenerationId, GenerationReport, TurnRef } from "@/ipc/types";
import { StepRow } from "./step-row";

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

function Report({ report }: { report: GenerationReport }) {
  const { t } = useTranslation("context");
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
        <Fact name={t("report.profile")}>{why.turn === null ? t("report.noTurn") : profileOf(why.turn)}</Fact>
        {why.derived !== null && (
          <Fact name={t("report.madeOf")}>
            {t("report.byStep", {
              step: maker === undefined ? why.derived.step : title(maker.title),
              n: why.derived.of,
            })}
          </Fact>
        )}
        {why.chosen !== null && (
          <Fact name={t("report.unusedText")}>{t("report.chosen", { n: why.chosen })}</Fact>
        )}
        {generation.text !== "" && (
          <Fact name={t("report.left")}>
            {first === undefined ? (
              t("report.nothingLeft")
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
            <StepRow key={step.step} step={step} />
          ))}
        </ol>
      )}
      <Disclosure title={<span className="text-xs font-normal text-subtle">{t("report.hashes")}</span>}>
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

// The running act on a model, or the result of the last one.
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { sizeOf } from "@/components/figures";
import { ProgressBar } from "@/components/progress-bar";
import type { MeaningState, ModelChecked } from "@/ipc/types";
import { rateOf, secondsLeft } from "./pace";
import { download, forgetWork, stop, useWork, type Work } from "./work";
import { WorkTrouble } from "./work-trouble";

export function WorkView({ state }: { state: MeaningState }) {
  const work = useWork((all) => all.work);
  if (work === null) return null;
  if (work.running) return <Running work={work} />;
  return (
    <div aria-live="polite">
      {work.stopped && <Stopped work={work} state={state} />}
      {work.failure !== null && <WorkTrouble work={work} failure={work.failure} state={state} />}
      {work.checked !== null && <Checked work={work} checked={work.checked} />}
    </div>
  );
}

function Running({ work }: { work: Work }) {
  const { t } = useTranslation("meaning");
  const { act, progress, samples, stopping, model } = work;
  const isDownload = act === "download" && (progress === null || progress.stage === "model.download");
  const known = isDownload && progress !== null && progress.total > 0;
  const rate = rateOf(samples);
  const secondsRemaining = known ? secondsLeft(samples, progress.total) : null;
  const parts = known
    ? [
        t("work.bytes", { done: sizeOf(progress.done), total: sizeOf(progress.total) }),
        ...(rate === null ? [] : [t("work.rate", { rate: sizeOf(rate) })]),
        ...(secondsRemaining === null
          ? []
          : [
              secondsRemaining < 60
                ? t("work.seconds", { n: secondsRemaining })
                : t("work.minutes", { n: Math.round(secondsRemaining / 60) }),
            ]),
      ]
    : [];
  const label = isDownload
    ? t("work.download", { name: model ?? "" })
    : t(progress?.stage === "model.read" ? "work.read" : act === "folder" ? "work.folder" : "work.check");
  return (
    <ProgressBar
      className="rounded-lg border border-line px-4 py-3"
      label={label}
      value={known ? progress.done : null}
      max={known ? progress.total : 1}
      text={parts.length > 0 ? parts.join(t("work.between")) : undefined}
      stopping={stopping}
      onStop={stop}
    />
  );
}

function Stopped({ work: { act, model }, state }: { work: Work; state: MeaningState }) {
  const { t } = useTranslation("meaning");
  const offered = state.catalogue.find(({ id }) => id === model);
  const isDownload = act === "download" && offered !== undefined;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line px-4 py-2.5">
      <p className="min-w-0 text-sm break-words text-subtle">
        {isDownload && offered.bytes_present > 0
          ? t("work.stoppedDownload", { done: sizeOf(offered.bytes_present) })
          : t("work.stopped")}
      </p>
      {isDownload && (
        <Button size="sm" onClick={() => void download(offered.id)}>
          {t("work.goOn")}
        </Button>
      )}
    </div>
  );
}

/** Digits of a cosine: values such as 0.99999 differ in the fifth. */
const COSINE_DIGITS = 5;

/** The result of a check: whether the files match, and whether both implementations agree. */
function Checked({ work, checked }: { work: Work; checked: ModelChecked }) {
  const { t } = useTranslation("meaning");
  const { name, agree, least_cosine, weights, state } = checked;
  const Icon = agree ? CircleCheck : TriangleAlert;
  // Never rounded up: a value below 1 must not appear as 1.
  const cosine = (Math.floor(least_cosine * 10 ** COSINE_DIGITS) / 10 ** COSINE_DIGITS).toFixed(
    COSINE_DIGITS,
  );
  return (
    <div className="flex items-start gap-2.5 rounded-lg border border-line px-4 py-3">
      <Icon
        size={17}
        strokeWidth={1.75}
        aria-hidden
        className={`mt-0.5 shrink-0 ${agree ? "text-success" : "text-warning"}`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
        <p className="font-medium break-words">
          {t(work.act === "check" ? "checked.good" : "checked.ready", { name })}
        </p>
        <p className="break-words text-subtle">
          {t(agree ? "checked.agree" : "checked.disagree", { cosine })}
        </p>
        <p className="break-words text-subtle">
          {t(state.model.type === "folder" ? "checked.own" : "checked.files")}
        </p>
        <p className="text-xs text-faint">
          {t("checked.hash")} <span className="font-mono break-all select-text">{weights}</span>
        </p>
      </div>
      <Button size="sm" variant="ghost" onClick={forgetWork}>
        {t("checked.dismiss")}
      </Button>
    </div>
  );
}

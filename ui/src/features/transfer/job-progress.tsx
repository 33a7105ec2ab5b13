// The progress of an import or export: its stage, its share, and the remaining time.
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ProgressBar } from "@/components/progress-bar";
import type { JobProgress as Progress } from "@/ipc/host";
import { secondsLeft } from "./pace";

interface JobProgressProps {
  act: "import" | "export";
  progress: Progress | null;
  stopping: boolean;
  onStop: () => void;
}

export function JobProgress({ act, progress, stopping, onStop }: JobProgressProps) {
  const { t, i18n } = useTranslation("transfer");
  // Each stage has its own rate.
  const since = useRef({ stage: "", at: 0 });
  if (progress !== null && since.current.stage !== progress.stage) {
    since.current = { stage: progress.stage, at: Date.now() };
  }
  const label = t(act === "import" ? "import.importing" : "export.exporting");
  const known = progress !== null && progress.total > 1;
  const number = new Intl.NumberFormat(i18n.language);
  const secondsRemaining = known
    ? secondsLeft(since.current.at, Date.now(), progress.done, progress.total)
    : null;
  const step =
    known && t("import.step", { done: number.format(progress.done), total: number.format(progress.total) });
  const time =
    secondsRemaining !== null &&
    (secondsRemaining < 60
      ? t("import.left", { n: secondsRemaining })
      : t("import.leftMinutes", { n: Math.round(secondsRemaining / 60) }));
  return (
    <div className="flex flex-col gap-2 py-6">
      <ProgressBar
        label={progress === null ? label : t(`${act}.stages.${progress.stage}`, { defaultValue: label })}
        value={known ? progress.done : null}
        max={known ? progress.total : 1}
        text={step === false ? undefined : [step, time].filter((part) => part !== false).join(" · ")}
        stopping={stopping}
        onStop={onStop}
      />
    </div>
  );
}

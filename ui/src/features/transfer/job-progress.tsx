// How far an import or an export is: what it is doing, how much of it, and how long it may take.
import { useTranslation } from "react-i18next";
import { ProgressBar } from "@/components/progress-bar";
import type { JobProgress as Progress } from "@/ipc/host";
import { secondsLeft } from "./pace";

interface JobProgressProps {
  act: "import" | "export";
  progress: Progress | null;
  startedAt: number;
  stopping: boolean;
  onStop: () => void;
}

export function JobProgress({ act, progress, startedAt, stopping, onStop }: JobProgressProps) {
  const { t, i18n } = useTranslation("transfer");
  const label = t(act === "import" ? "import.importing" : "export.exporting");
  const known = progress !== null && progress.total > 0;
  const number = new Intl.NumberFormat(i18n.language);
  const left = known ? secondsLeft(startedAt, Date.now(), progress.done, progress.total) : null;
  const text = known
    ? [
        t("import.step", { done: number.format(progress.done), total: number.format(progress.total) }),
        left === null ? "" : left < 60 ? t("import.left", { n: left }) : minutes(left),
      ]
    : [];
  function minutes(seconds: number): string {
    return t("import.leftMinutes", { n: Math.round(seconds / 60) });
  }
  return (
    <div className="flex flex-col gap-2 py-6">
      <ProgressBar
        label={progress === null ? label : t(`${act}.stages.${progress.stage}`, { defaultValue: label })}
        value={known ? progress.done : null}
        max={known ? progress.total : 1}
        text={text.length > 0 ? text.filter((part) => part !== "").join(" · ") : undefined}
        stopping={stopping}
        onStop={onStop}
      />
    </div>
  );
}

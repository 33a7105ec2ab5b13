// Progress of long work, in words and as a bar, with a stop button.
import { Progress as Base } from "@base-ui/react/progress";
import { Square } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { cx } from "./class-names";

export interface ProgressBarProps {
  /** The running work. */
  label: string;
  /** From 0 to `max`; null: indeterminate. */
  value: number | null;
  /** Default 1. */
  max?: number | undefined;
  /** The progress in words: “第 12 章，共 300 章 · 约剩 2 分钟”. */
  text?: ReactNode;
  onStop?: (() => void) | undefined;
  /** The stop was requested but has not happened yet. */
  stopping?: boolean | undefined;
  className?: string | undefined;
}

export function ProgressBar({
  label,
  value,
  max = 1,
  text,
  onStop,
  stopping = false,
  className,
}: ProgressBarProps) {
  const { t } = useTranslation("components");
  const share = value === null || max <= 0 ? null : Math.min(1, Math.max(0, value / max));
  return (
    <div className={cx("flex min-w-0 items-center gap-3", className)}>
      <Base.Root value={share === null ? null : share * 100} className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-baseline justify-between gap-3">
          <Base.Label className="min-w-0 truncate text-sm">{label}</Base.Label>
          {share !== null && (
            <Base.Value className="shrink-0 text-xs text-subtle tabular-nums">
              {() => `${Math.floor(share * 100)}%`}
            </Base.Value>
          )}
        </div>
        <Base.Track className="relative h-1 overflow-hidden rounded-full bg-surface-hover forced-colors:border">
          <Base.Indicator
            className={cx(
              "forced-mark block h-full rounded-full bg-accent",
              share === null
                ? "absolute inset-y-0 w-2/5 animate-slide-along motion-reduce:left-0 motion-reduce:w-full motion-reduce:opacity-50"
                : "transition-[width] duration-(--motion-slow)",
            )}
          />
        </Base.Track>
        {text !== undefined && <p className="text-xs break-words text-faint tabular-nums">{text}</p>}
      </Base.Root>
      {onStop !== undefined && (
        <Button size="sm" icon={Square} busy={stopping} onClick={onStop}>
          {stopping ? t("stopping") : t("stop")}
        </Button>
      )}
    </div>
  );
}

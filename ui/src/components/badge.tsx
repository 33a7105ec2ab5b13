// A word or number set apart from the surrounding text.
import type { ReactNode } from "react";
import { cx } from "./class-names";

export type BadgeTone = "neutral" | "accent" | "danger" | "warning" | "success";

const tones: Record<BadgeTone, string> = {
  neutral: "border-line text-subtle",
  accent: "border-transparent bg-accent-soft text-accent",
  danger: "border-transparent bg-danger-soft text-danger",
  warning: "border-transparent bg-warning-soft text-warning",
  success: "border-transparent bg-success-soft text-success",
};

export interface BadgeProps {
  children: ReactNode;
  tone?: BadgeTone | undefined;
  className?: string | undefined;
}

export function Badge({ children, tone = "neutral", className }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-4.5 max-w-full shrink-0 items-center rounded-sm border px-1.5 text-xs tabular-nums",
        tones[tone],
        className,
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}

// A small status mark. Its shape carries the same information as its colour, and it has a name.
import { cx } from "./class-names";

export type StatusTone = "neutral" | "accent" | "success" | "warning" | "danger";
export type StatusFill = "empty" | "half" | "full";

const strokes: Record<StatusTone, string> = {
  neutral: "text-faint",
  accent: "text-accent",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
};

export interface StatusDotProps {
  /** The status in words. */
  label: string;
  tone?: StatusTone | undefined;
  /** empty: not started; half: in progress; full (default): done. */
  fill?: StatusFill | undefined;
  className?: string | undefined;
}

export function StatusDot({ label, tone = "neutral", fill = "full", className }: StatusDotProps) {
  return (
    <svg
      viewBox="0 0 10 10"
      role="img"
      aria-label={label}
      className={cx("size-2.5 shrink-0", strokes[tone], className)}
    >
      <title>{label}</title>
      <circle
        cx="5"
        cy="5"
        r="3.75"
        fill={fill === "full" ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {fill === "half" && <path d="M5 1.25a3.75 3.75 0 0 1 0 7.5z" fill="currentColor" />}
    </svg>
  );
}

// The length of a text against its target, its warning limit and its hard limit.
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import { useDraftLength } from "@/desk/draft-length";
import { type Candidate, softLimit } from "./run";

/** Over the target, including text after the last good stopping point, which is withheld. */
const isOver = ({ counted, target, softened }: Candidate) =>
  target > 0 && (softened || counted > softLimit(target));

export function GateMeter({ candidate }: { candidate: Candidate }) {
  const { t } = useTranslation("drafting");
  const { inUnits, unit } = useDraftLength();
  const { counted, target, limit } = candidate;
  if (target === 0 || limit === 0) return null;
  const soft = softLimit(target);
  const share = (n: number) => `${Math.min(100, (n / limit) * 100)}%`;
  const over = isOver(candidate);
  const texts = {
    target: figure(inUnits(target)),
    soft: figure(inUnits(soft)),
    limit: figure(inUnits(limit)),
    context: unit,
  };
  return (
    <div
      role="progressbar"
      aria-label={t("bar.gate")}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(counted, limit)}
      aria-valuetext={t("bar.gateText", { n: figure(inUnits(counted)), ...texts })}
      title={t("bar.marks", texts)}
      className="relative h-1 rounded-full bg-surface-hover forced-colors:border"
    >
      <div
        className={cx("forced-mark h-full rounded-full", over ? "bg-warning" : "bg-accent")}
        style={{ width: share(counted) }}
      />
      {[target, soft].map((mark, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the two marks stay in their order
          key={at}
          aria-hidden
          className={cx("absolute -top-0.5 h-2 w-px", at === 0 ? "bg-line-strong" : "bg-warning")}
          style={{ left: share(mark) }}
        />
      ))}
    </div>
  );
}

/** The counter beside the meter; it changes colour over the target. */
export function GateCounter({ candidate }: { candidate: Candidate }) {
  const { t } = useTranslation("drafting");
  const { inUnits, unit } = useDraftLength();
  const { counted, target } = candidate;
  const over = isOver(candidate);
  return (
    <span
      data-testid="gate-counter"
      className={cx("shrink-0 tabular-nums", over ? "font-medium text-warning" : "text-subtle")}
    >
      {target === 0
        ? t("bar.plain", { n: figure(inUnits(counted)), context: unit })
        : t("bar.counted", { n: figure(inUnits(counted)), target: figure(inUnits(target)), context: unit })}
    </span>
  );
}

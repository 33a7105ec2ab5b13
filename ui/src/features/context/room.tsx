// The context window: what is sent, what is reserved for the answer, what is left.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import type { ContextBudget, LayerText } from "@/ipc/types";

interface RoomProps {
  budget: ContextBudget;
  layers: readonly LayerText[];
  /** Total tokens sent; omitted if shown nearby. */
  tokens?: number;
}

export function Room({ budget, layers, tokens }: RoomProps) {
  const { t } = useTranslation("context");
  const { window, answer, fixed } = budget;
  const parts = [
    { key: "fixed", size: fixed, look: "bg-line-strong" },
    ...layers.map(({ layer, used }) => ({ key: layer, size: used, look: "bg-accent" })),
  ];
  const width = (size: number) => ({ width: `${window > 0 ? Math.min(100, (size / window) * 100) : 0}%` });
  return (
    <div className="flex flex-col gap-1.5">
      {tokens !== undefined && (
        <p role="status" className="text-sm tabular-nums">
          {t("room.sent", { n: figure(tokens) })}
        </p>
      )}
      <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-hover">
        {parts
          .filter(({ size }) => size > 0)
          .map(({ key, size, look }) => (
            <span key={key} style={width(size)} className={`forced-mark h-full ${look}`} />
          ))}
        <span className="flex-1" />
        <span style={width(answer)} className="h-full bg-accent-soft" />
      </div>
      <p className="text-xs text-faint tabular-nums">
        {t("room.window", { window: figure(window), answer: figure(answer), fixed: figure(fixed) })}
      </p>
    </div>
  );
}

// A loading placeholder. It stays blank at first, so that fast answers do not flicker.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { Spinner } from "./spinner";

export interface LoadingStateProps {
  /** What is loading; “正在载入…” by default. */
  label?: string | undefined;
  /** rows: grey lines in place of rows (default); ring: a spinner with the label. */
  kind?: "rows" | "ring" | undefined;
  /** The number of grey lines. Default 6. */
  rows?: number | undefined;
  /** Delay before anything is drawn, in ms. Default 150. */
  delay?: number | undefined;
  className?: string | undefined;
}

// Uneven, like titles; fixed, so that nothing jumps.
const widths = ["w-3/5", "w-4/5", "w-2/5", "w-3/4", "w-1/2", "w-2/3"];

export function LoadingState({ label, kind = "rows", rows = 6, delay = 150, className }: LoadingStateProps) {
  const { t } = useTranslation("components");
  const shown = useLater(delay);
  const text = label ?? t("loading");
  return (
    <div role="status" aria-busy="true" className={cx("min-w-0", className)}>
      {shown && kind === "ring" && (
        <div className="flex items-center justify-center gap-2 px-4 py-8 text-sm text-subtle">
          <Spinner />
          <span className="min-w-0 break-words">{text}</span>
        </div>
      )}
      {shown && kind === "rows" && (
        <>
          <span className="sr-only">{text}</span>
          <div aria-hidden className="flex animate-pulse-quiet flex-col px-3 py-1">
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no identity
              <div key={row} className="flex h-8 items-center">
                <div className={cx("h-2.5 rounded-full bg-surface-hover", widths[row % widths.length])} />
              </div>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function useLater(delay: number): boolean {
  const [later, setLater] = useState(delay <= 0);
  useEffect(() => {
    if (delay <= 0) return;
    const timer = setTimeout(() => setLater(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return later;
}

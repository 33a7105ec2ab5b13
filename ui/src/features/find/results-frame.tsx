// The results pane at the bottom; its height is changed by dragging or the arrow keys.
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

const MIN_HEIGHT = 120;
const MAX_HEIGHT = 640;
const STEP = 24;

/** The last height, for the lifetime of the window. */
let lastHeight = 260;

export function ResultsFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("find");
  const [height, setHeight] = useState(lastHeight);
  const drag = useRef<{ y: number; height: number } | null>(null);
  const resize = (next: number) => {
    lastHeight = Math.round(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, next)));
    setHeight(lastHeight);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current !== null) resize(drag.current.height + drag.current.y - event.clientY);
  };
  const onPointerEnd = () => {
    drag.current = null;
  };
  return (
    <section
      aria-label={t("results.label")}
      style={{ height }}
      className="relative flex max-h-[60%] min-h-[min(7rem,30%)] shrink flex-col border-t border-line bg-surface"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator takes the focus, which hr does not */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t("results.height")}
        aria-valuemin={MIN_HEIGHT}
        aria-valuemax={MAX_HEIGHT}
        aria-valuenow={height}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { y: event.clientY, height };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={(event) => {
          if (event.key === "ArrowUp") resize(height + STEP);
          else if (event.key === "ArrowDown") resize(height - STEP);
          else if (event.key === "Home") resize(MIN_HEIGHT);
          else if (event.key === "End") resize(MAX_HEIGHT);
          else return;
          event.preventDefault();
        }}
        className="absolute inset-x-0 -top-1 z-10 h-2 cursor-row-resize touch-none outline-hidden after:absolute after:inset-x-0 after:top-0.75 after:h-px hover:after:bg-accent focus-visible:after:h-0.5 focus-visible:after:bg-focus-ring"
      />
      {children}
    </section>
  );
}

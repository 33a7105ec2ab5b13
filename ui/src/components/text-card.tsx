// A card beside a passage of the text: below it, or above it where there is more space. It never takes the focus.
import type { ComponentProps } from "react";
import { createPortal } from "react-dom";

interface TextCardProps extends ComponentProps<"div"> {
  /** The place of the passage in the window. */
  beside: { left: number; top: number; bottom: number };
  /** Pixels. */
  width: number;
}

/** Minimum space for the card below the passage; otherwise it appears above. */
const MIN_SPACE_BELOW = 240;
const GAP = 6;
/** The smallest distance from the edges of the window. */
const MARGIN = 8;

export function TextCard({ beside: { left, top, bottom }, width, ...rest }: TextCardProps) {
  const { innerWidth, innerHeight } = window;
  const isBelow = innerHeight - bottom >= MIN_SPACE_BELOW || top < MIN_SPACE_BELOW;
  const place = isBelow
    ? { top: bottom + GAP, maxHeight: innerHeight - bottom - GAP - MARGIN }
    : { bottom: innerHeight - top + GAP, maxHeight: top - GAP - MARGIN };
  return createPortal(
    <div
      {...rest}
      style={{ left: Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN)), width, ...place }}
      className="popup-motion fixed z-40 overflow-y-auto rounded-lg border border-line bg-surface-raised p-3 text-sm text-ink shadow-2"
    />,
    document.body,
  );
}

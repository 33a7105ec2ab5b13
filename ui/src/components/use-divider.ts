// Moving the divider of a `SplitPane` by pointer and keyboard.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { SplitPaneProps } from "./split-pane";

/** One step of an arrow key, in px; with Shift four of them. */
const STEP = 16;

export function useDivider(props: SplitPaneProps) {
  const { side, size, onSizeChange, min, max, collapsed = false, onCollapsedChange } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const drag = useRef<{ from: number; size: number; last: number } | null>(null);
  const across = props.orientation !== "vertical";
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));
  const now = clamp(dragged ?? size);

  // Keeps the resize cursor everywhere while the divider is dragged.
  useEffect(() => {
    if (dragged === null) return;
    document.documentElement.style.cursor = across ? "col-resize" : "row-resize";
    return () => {
      document.documentElement.style.cursor = "";
    };
  }, [dragged, across]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || collapsed) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: across ? event.clientX : event.clientY, size: now, last: now };
    setDragged(now);
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = drag.current;
    if (start === null) return;
    const moved = (across ? event.clientX : event.clientY) - start.from;
    start.last = start.size + (side === "start" ? moved : -moved);
    setDragged(start.last);
  };
  const onPointerEnd = () => {
    const start = drag.current;
    if (start === null) return;
    drag.current = null;
    setDragged(null);
    if (onCollapsedChange !== undefined && start.last < min / 2) onCollapsedChange(true);
    else if (clamp(start.last) !== size) onSizeChange(clamp(start.last));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && onCollapsedChange !== undefined) onCollapsedChange(!collapsed);
    else if (collapsed) return;
    else if (event.key === "Home") onSizeChange(min);
    else if (event.key === "End") onSizeChange(max);
    else {
      const [less, more] = across ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
      const way = event.key === more ? 1 : event.key === less ? -1 : 0;
      if (way === 0) return;
      onSizeChange(clamp(now + way * (side === "start" ? 1 : -1) * (event.shiftKey ? STEP * 4 : STEP)));
    }
    event.preventDefault();
  };

  return {
    /** The current size. */
    now,
    isDragged: dragged !== null,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onDoubleClick: () => onCollapsedChange?.(!collapsed),
      onKeyDown,
    },
  };
}

// Two panes with a divider that is dragged, or moved by the keyboard. One pane has a size, the other takes the rest.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";

export interface SplitPaneProps {
  /** The accessible name of the divider, e.g. “目录的宽度”. */
  label: string;
  /** The position of the sized pane. */
  side: "start" | "end";
  /** horizontal (default): side by side. */
  orientation?: "horizontal" | "vertical" | undefined;
  /** Pixels. */
  size: number;
  onSizeChange: (size: number) => void;
  min: number;
  max: number;
  collapsed?: boolean | undefined;
  /** Allows the pane to collapse: on Enter on the divider, or when dragged well below the minimum size. */
  onCollapsedChange?: ((collapsed: boolean) => void) | undefined;
  /** The sized pane. */
  pane: ReactNode;
  /** The rest. */
  children: ReactNode;
  className?: string | undefined;
}

const step = 16;

export function SplitPane(props: SplitPaneProps) {
  const {
    label,
    side,
    orientation = "horizontal",
    size,
    onSizeChange,
    min,
    max,
    collapsed = false,
    onCollapsedChange,
  } = props;
  const { t } = useTranslation("components");
  const id = useId();
  const [dragged, setDragged] = useState<number | null>(null);
  const drag = useRef<{ from: number; size: number; last: number } | null>(null);
  const across = orientation === "horizontal";
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
      onSizeChange(clamp(now + way * (side === "start" ? 1 : -1) * (event.shiftKey ? step * 4 : step)));
    }
    event.preventDefault();
  };

  const sized = (
    <div
      key="pane"
      id={id}
      hidden={collapsed}
      style={across ? { width: now } : { height: now }}
      className={cx("min-h-0 min-w-0 shrink-0 overflow-hidden", collapsed && "hidden")}
    >
      {props.pane}
    </div>
  );
  const line = (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is focusable, unlike hr
    <div
      key="line"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={across ? "vertical" : "horizontal"}
      aria-controls={id}
      aria-valuemin={onCollapsedChange === undefined ? min : 0}
      aria-valuemax={max}
      aria-valuenow={collapsed ? 0 : now}
      aria-description={t("pane.hint")}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => onCollapsedChange?.(!collapsed)}
      onKeyDown={onKeyDown}
      className={cx(
        "group relative z-10 shrink-0 touch-none bg-line outline-hidden transition-colors select-none",
        "after:absolute hover:bg-accent focus-visible:bg-focus-ring",
        across ? "w-px after:inset-y-0 after:-inset-x-1" : "h-px after:inset-x-0 after:-inset-y-1",
        !collapsed && (across ? "after:cursor-col-resize" : "after:cursor-row-resize"),
        "focus-visible:shadow-[0_0_0_1px_var(--focus-ring)]",
        dragged !== null && "bg-accent",
      )}
    />
  );
  const rest = (
    <div key="rest" className="min-h-0 min-w-0 flex-1 overflow-clip">
      {props.children}
    </div>
  );
  return (
    <div className={cx("flex h-full min-h-0 w-full min-w-0", !across && "flex-col", props.className)}>
      {side === "start" ? [sized, line, rest] : [rest, line, sized]}
    </div>
  );
}

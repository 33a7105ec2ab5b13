// Two panes with a divider that is dragged, or moved by the keyboard. One pane has a size, the other takes the rest.
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { useDivider } from "./use-divider";

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

export function SplitPane(props: SplitPaneProps) {
  const { label, side, min, max, collapsed = false, onCollapsedChange } = props;
  const { t } = useTranslation("components");
  const id = useId();
  const across = props.orientation !== "vertical";
  const { now, isDragged, handlers } = useDivider(props);

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
      {...handlers}
      className={cx(
        "group relative z-10 shrink-0 touch-none bg-line outline-hidden transition-colors select-none",
        "after:absolute hover:bg-accent focus-visible:bg-focus-ring",
        across ? "w-px after:inset-y-0 after:-inset-x-1" : "h-px after:inset-x-0 after:-inset-y-1",
        !collapsed && (across ? "after:cursor-col-resize" : "after:cursor-row-resize"),
        "focus-visible:shadow-[0_0_0_1px_var(--focus-ring)]",
        isDragged && "bg-accent",
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

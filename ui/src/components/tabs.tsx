// Tabs. The arrow keys move among them; only the chosen panel is drawn.
import { Tabs as Base } from "@base-ui/react/tabs";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "./class-names";

export interface TabItem<T extends string> {
  id: T;
  label: string;
  icon?: LucideIcon | undefined;
  /** A small count after the label. */
  count?: number | undefined;
  disabled?: boolean | undefined;
  content: ReactNode;
}

export interface TabsProps<T extends string> {
  /** What the tabs choose among, for screen readers. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  items: readonly TabItem<T>[];
  /** vertical: the tabs stand at the left, as in settings. */
  orientation?: "horizontal" | "vertical" | undefined;
  className?: string | undefined;
  panelClassName?: string | undefined;
}

export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, value, onChange, items, orientation = "horizontal", className, panelClassName } = props;
  const across = orientation === "horizontal";
  const strip = useRef<HTMLDivElement>(null);
  // A tab chosen by a command may stand beyond the edge of the strip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of value that moves the strip
  useEffect(() => {
    strip.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    <Base.Root
      value={value}
      onValueChange={(next: T) => onChange(next)}
      orientation={orientation}
      className={cx("flex min-h-0 min-w-0", across && "flex-col", className)}
    >
      <Base.List
        ref={strip}
        aria-label={label}
        activateOnFocus
        onWheel={(event) => {
          if (across && event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
        }}
        className={cx(
          "relative flex shrink-0",
          across
            ? "no-scrollbar fade-end gap-0.5 overflow-x-auto scroll-px-5 pr-5 pl-2"
            : "w-44 flex-col gap-0.5 overflow-y-auto border-r border-line p-2",
        )}
      >
        {items.map(({ id, label: text, icon: Icon, count, disabled }) => (
          <Base.Tab
            key={id}
            value={id}
            disabled={disabled}
            className={cx(
              "relative flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap text-subtle transition-colors -outline-offset-2",
              "hover:text-ink data-active:text-ink data-disabled:opacity-45",
              across
                ? "h-8.5 rounded-md px-2 after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full data-active:after:bg-accent"
                : "h-7.5 rounded-md px-2.5 hover:bg-surface-hover data-active:bg-surface-selected data-active:font-medium",
            )}
          >
            {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />}
            <span className="min-w-0 truncate">{text}</span>
            {count !== undefined && count > 0 && (
              <span className="text-xs text-faint tabular-nums">{count}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {across && <div aria-hidden className="h-px shrink-0 bg-line" />}
      {items.map(({ id, content }) => (
        <Base.Panel
          key={id}
          value={id}
          className={cx("min-h-0 min-w-0 flex-1 overflow-y-auto -outline-offset-2", panelClassName)}
        >
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

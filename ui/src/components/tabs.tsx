// Tabs. The arrow keys move among them; only the chosen panel is rendered.
import { Tabs as Base } from "@base-ui/react/tabs";
import { Tooltip } from "@base-ui/react/tooltip";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "./class-names";
import { figure } from "./figures";
import { TooltipPopup } from "./tooltip";

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
  /** The accessible name of the tab list. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  items: readonly TabItem<T>[];
  /** vertical: tabs at the left, as in settings; rail: icons at the right, with the chosen tab's name above. */
  orientation?: "horizontal" | "vertical" | "rail" | undefined;
  className?: string | undefined;
  panelClassName?: string | undefined;
}

export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, value, onChange, items, orientation = "horizontal", className, panelClassName } = props;
  const across = orientation === "horizontal";
  const rail = orientation === "rail";
  const strip = useRef<HTMLDivElement>(null);
  // A tab chosen by a command may be scrolled out of the strip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of value scrolls the strip
  useEffect(() => {
    strip.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    <Base.Root
      value={value}
      onValueChange={(next: T) => onChange(next)}
      orientation={across ? "horizontal" : "vertical"}
      className={cx("flex min-h-0 min-w-0", across && "flex-col", rail && "flex-row-reverse", className)}
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
            : rail
              ? "no-scrollbar w-10 flex-col items-center gap-0.5 overflow-y-auto scroll-py-1 border-l border-line py-1"
              : "w-max max-w-[50%] min-w-44 flex-col gap-0.5 overflow-y-auto border-r border-line p-2",
        )}
      >
        {items.map((item) =>
          rail ? (
            <RailTab key={item.id} {...item} />
          ) : (
            <Base.Tab
              key={item.id}
              value={item.id}
              disabled={item.disabled}
              className={cx(
                tabClass,
                "gap-1.5 text-sm whitespace-nowrap",
                across
                  ? "h-8.5 min-w-11 shrink px-2 after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full data-active:after:bg-accent"
                  : "h-7.5 shrink-0 px-2.5 hover:bg-surface-hover data-active:bg-surface-selected data-active:font-medium",
              )}
            >
              {item.icon && <item.icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />}
              <span className="min-w-0 truncate">{item.label}</span>
              {item.count !== undefined && item.count > 0 && (
                <span className="text-xs text-faint tabular-nums">{item.count}</span>
              )}
            </Base.Tab>
          ),
        )}
      </Base.List>
      {across && <div aria-hidden className="h-px shrink-0 bg-line" />}
      {items.map(({ id, label: text, content }) => (
        <Base.Panel
          key={id}
          value={id}
          className={cx(
            "min-h-0 min-w-0 flex-1 -outline-offset-2",
            rail ? "flex flex-col" : "overflow-y-auto",
            panelClassName,
          )}
        >
          {rail && (
            <h2 className="h-10 shrink-0 truncate border-b border-line px-3 text-sm leading-10 font-medium">
              {text}
            </h2>
          )}
          {rail ? <div className="min-h-0 flex-1 overflow-y-auto">{content}</div> : content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

const tabClass =
  "relative flex items-center rounded-md text-subtle transition-colors -outline-offset-2 hover:text-ink data-active:text-ink data-disabled:opacity-45";

/** A tab of the rail: an icon, with a dot when its count is not zero. Its name and count are its tooltip. */
function RailTab<T extends string>({ id, label, icon: Icon, count, disabled }: TabItem<T>) {
  const counted = count !== undefined && count > 0;
  const named = counted ? `${label} · ${figure(count)}` : label;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <Base.Tab
            value={id}
            disabled={disabled}
            className={cx(
              tabClass,
              // In a low window they move closer together instead of overflowing.
              "h-8 min-h-5.5 w-8 shrink justify-center hover:bg-surface-hover data-active:bg-surface-selected",
            )}
          />
        }
      >
        {Icon && <Icon size={17} strokeWidth={1.75} aria-hidden />}
        <span className="sr-only">{named}</span>
        {counted && <span aria-hidden className="absolute top-1 right-1 size-1.5 rounded-full bg-accent" />}
      </Tooltip.Trigger>
      <TooltipPopup text={named} side="left" />
    </Tooltip.Root>
  );
}

// Icon buttons. Each has a name, for screen readers and as a tooltip.
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./class-names";
import { Spinner } from "./spinner";
import { TooltipPopup } from "./tooltip";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label"> {
  icon: LucideIcon;
  /** What the button does, in a word or two. */
  label: string;
  /** A shortcut to show in the tooltip, e.g. "Mod+K". */
  shortcut?: string | undefined;
  /** sm: 24 px, for rows; md (default): 28 px, for bars. */
  size?: "sm" | "md" | undefined;
  /** For toggle buttons: whether it is pressed. */
  pressed?: boolean | undefined;
  busy?: boolean | undefined;
  danger?: boolean | undefined;
  tooltipSide?: "top" | "bottom" | "left" | "right" | undefined;
}

export function IconButton({
  icon: Icon,
  label,
  shortcut,
  size = "md",
  pressed,
  busy = false,
  danger = false,
  tooltipSide = "bottom",
  className,
  disabled,
  onClick,
  ref,
  ...rest
}: IconButtonProps) {
  return (
    <Base.Root>
      <Base.Trigger
        {...rest}
        ref={ref as ComponentProps<typeof Base.Trigger>["ref"]}
        // Disabling only the trigger would disable its tooltip too.
        disabled={disabled}
        render={<button type="button" disabled={disabled} />}
        aria-label={label}
        aria-pressed={pressed}
        aria-busy={busy || undefined}
        aria-disabled={busy || rest["aria-disabled"]}
        onClick={(event) => {
          if (!busy) onClick?.(event);
        }}
        className={cx(
          "inline-flex shrink-0 items-center justify-center rounded-md border border-transparent transition-colors",
          "disabled:pointer-events-none disabled:opacity-45",
          size === "sm" ? "size-6" : "size-7",
          danger
            ? "text-subtle hover:bg-danger-soft hover:text-danger"
            : "text-subtle hover:bg-surface-hover hover:text-ink data-popup-open:bg-surface-hover data-popup-open:text-ink",
          pressed === true && "bg-surface-selected text-accent hover:bg-surface-selected hover:text-accent",
          className,
        )}
      >
        {busy ? (
          <Spinner size={15} />
        ) : (
          <Icon size={size === "sm" ? 15 : 16} strokeWidth={1.75} aria-hidden />
        )}
      </Base.Trigger>
      <TooltipPopup text={label} shortcut={shortcut} side={tooltipSide} />
    </Base.Root>
  );
}

// Text buttons. A busy button keeps the focus and ignores presses.
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names";
import { Spinner } from "./spinner";

/** The prominence of a button. At most one primary button is visible per task. */
export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md";

export interface ButtonProps extends Omit<ComponentProps<"button">, "children"> {
  children: ReactNode;
  /** Default: secondary. */
  variant?: ButtonVariant | undefined;
  /** sm: 26 px, for rows and bars; md (default): 32 px, for dialogs and forms. */
  size?: ButtonSize | undefined;
  /** Shows a spinner and ignores presses. */
  busy?: boolean | undefined;
  icon?: LucideIcon | undefined;
}

// A disabled filled button loses its colour.
const spent = "disabled:bg-surface-hover disabled:text-faint";

const variants: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-accent-fill text-on-fill hover:bg-accent-fill-hover ${spent}`,
  secondary: "border-line bg-surface-raised text-ink shadow-1 hover:bg-surface-hover",
  ghost: "border-transparent bg-transparent text-ink hover:bg-surface-hover",
  danger: `border-transparent bg-danger-fill text-on-fill hover:bg-danger-fill-hover ${spent}`,
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-6.5 gap-1.5 px-2.5 text-sm",
  md: "h-8 gap-2 px-3.5 text-sm",
};

export function Button({
  children,
  variant = "secondary",
  size = "md",
  busy = false,
  icon: Icon,
  className,
  disabled,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      className={cx(
        "inline-flex max-w-full shrink-0 items-center justify-center rounded-lg border font-medium whitespace-nowrap",
        "transition-colors active:translate-y-px disabled:pointer-events-none disabled:opacity-60",
        busy && "pointer-events-none",
        variants[variant],
        sizes[size],
        className,
      )}
    >
      {busy ? (
        <Spinner size={14} />
      ) : (
        Icon && <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />
      )}
      <span className="truncate">{children}</span>
    </button>
  );
}

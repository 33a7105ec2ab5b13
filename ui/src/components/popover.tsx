// A small panel beside the button that opens it. Esc or an outside press closes it; focus moves in and is restored.
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./class-names";

export interface PopoverProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  title: string;
  /** Hides the title visually; screen readers still read it. */
  hideTitle?: boolean | undefined;
  children: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  side?: "top" | "bottom" | "left" | "right" | undefined;
  align?: "start" | "center" | "end" | undefined;
  /** Extra classes, e.g. the width; 18 rem wide by default. */
  className?: string | undefined;
}

export function Popover(props: PopoverProps) {
  const {
    trigger,
    title,
    hideTitle,
    children,
    open,
    onOpenChange,
    side = "bottom",
    align = "start",
    className,
  } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            className={cx(
              "popup-motion flex max-h-(--available-height) max-w-(--available-width) flex-col gap-2 overflow-y-auto",
              "rounded-lg border border-line bg-surface-raised p-3 text-sm text-ink shadow-2 outline-hidden",
              className ?? "w-72",
            )}
          >
            <Base.Title className={cx("text-sm font-semibold break-words", hideTitle === true && "sr-only")}>
              {title}
            </Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

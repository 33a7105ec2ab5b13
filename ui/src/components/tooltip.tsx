// A short hint about a control, after a moment's hover or at once on keyboard focus. Never the only source of a name.
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { formatShortcut } from "./kbd";

export interface TooltipProps {
  text: ReactNode;
  /** A shortcut to show beside the text, e.g. "Mod+K". */
  shortcut?: string | undefined;
  side?: "top" | "bottom" | "left" | "right" | undefined;
  /** One focusable element that passes its props on. */
  children: ReactElement;
}

/** Shares the delay among tooltips: once one is open, the next opens at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={500}>{children}</Base.Provider>;
}

export function Tooltip({ text, shortcut, side = "bottom", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <TooltipPopup text={text} shortcut={shortcut} side={side} />
    </Base.Root>
  );
}

/** The popup alone, for components with a trigger of their own. */
export function TooltipPopup({ text, shortcut, side = "bottom" }: Omit<TooltipProps, "children">) {
  return (
    // Hidden from screen readers: the trigger already has its name, which would be read twice.
    <Base.Portal aria-hidden>
      <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
        <Base.Popup className="popup-motion flex max-w-72 items-baseline gap-2 rounded-md bg-ink px-2 py-1 text-xs text-surface shadow-2">
          <span className="min-w-0 break-words">{text}</span>
          {shortcut !== undefined && (
            <kbd className="font-ui whitespace-nowrap">{formatShortcut(shortcut)}</kbd>
          )}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

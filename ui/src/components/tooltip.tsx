// A word or two about a control, after a moment's rest on it or at once for the keyboard. Never the only place of a name.
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { formatShortcut } from "./kbd";

export interface TooltipProps {
  text: ReactNode;
  /** A shortcut to show beside the text, e.g. "Mod+K". */
  shortcut?: string | undefined;
  side?: "top" | "bottom" | "left" | "right" | undefined;
  /** One element that takes the focus and passes its props on. */
  children: ReactElement;
}

/** Shares the waiting time among tooltips: once one is open, the next opens at once. */
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

/** The popup by itself, for components that bring their own trigger. */
export function TooltipPopup({ text, shortcut, side = "bottom" }: Omit<TooltipProps, "children">) {
  return (
    // Hidden from screen readers: to them the trigger says its name by itself, and they would read it twice.
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

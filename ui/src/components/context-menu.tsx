// A menu at the pointer, or at the focused element for the menu key. One menu may serve a whole list.
import { ContextMenu as Base } from "@base-ui/react/context-menu";
import { type ReactElement, useState } from "react";
import { type MenuEntry, MenuItems, menuPopupClass } from "./menu-items";

export interface ContextMenuProps {
  /** The entries, or a function that returns those of the pressed element (a row of a list, for example). */
  items: readonly MenuEntry[] | ((target: Element) => readonly MenuEntry[]);
  /** One element that passes its props on. */
  children: ReactElement;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

export function ContextMenu({ items, children, onOpenChange }: ContextMenuProps) {
  const [target, setTarget] = useState<Element | null>(null);
  const entries = typeof items === "function" ? (target === null ? [] : items(target)) : items;
  return (
    <Base.Root onOpenChange={(open) => onOpenChange?.(open)}>
      <Base.Trigger
        render={children}
        onContextMenuCapture={(event) => setTarget(event.target instanceof Element ? event.target : null)}
      />
      <Base.Portal>
        <Base.Positioner className="z-50" collisionPadding={8}>
          <Base.Popup className={menuPopupClass}>
            <MenuItems items={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

// A menu that a button opens.
import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement } from "react";
import { type MenuEntry, MenuItems, menuPopupClass } from "./menu-items";

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  items: readonly MenuEntry[];
  side?: "top" | "bottom" | "left" | "right" | undefined;
  align?: "start" | "center" | "end" | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

export function Menu({ trigger, items, side = "bottom", align = "start", onOpenChange }: MenuProps) {
  return (
    <Base.Root onOpenChange={(open) => onOpenChange?.(open)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup className={menuPopupClass}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

// The entries of menus and context menus, and how they are rendered.
import { Menu as Base } from "@base-ui/react/menu";
import { Check, ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names";
import { Kbd } from "./kbd";

/** An act. With `checked` it is a switch and shows a tick. */
export interface MenuAct {
  kind?: "act" | undefined;
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  /** Displayed only, not bound: "Mod+K". */
  shortcut?: string | undefined;
  disabled?: boolean | undefined;
  /** A tooltip: why it is disabled. */
  hint?: string | undefined;
  danger?: boolean | undefined;
  checked?: boolean | undefined;
  onSelect: () => void;
}

/** A choice: shows a tick at the current value. */
export interface MenuChoice {
  kind: "choice";
  id: string;
  label?: string | undefined;
  value: string;
  options: readonly { value: string; label: string; disabled?: boolean | undefined }[];
  onChange: (value: string) => void;
}

export interface MenuSeparator {
  kind: "separator";
  id: string;
}

export interface MenuSubmenu {
  kind: "submenu";
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  disabled?: boolean | undefined;
  items: readonly MenuEntry[];
}

export interface MenuGroup {
  kind: "group";
  id: string;
  label: string;
  items: readonly MenuEntry[];
}

export type MenuEntry = MenuAct | MenuChoice | MenuSeparator | MenuSubmenu | MenuGroup;

export const menuPopupClass =
  "popup-motion max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto rounded-lg border border-line bg-surface-raised p-1 " +
  "text-sm text-ink shadow-2 outline-hidden";

const itemClass =
  "flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 outline-hidden select-none data-highlighted:bg-surface-hover data-disabled:opacity-50";

const groupLabelClass = "px-2 pt-1.5 pb-1 text-xs text-faint";

/** Renders entries inside a Base UI menu popup. */
export function MenuItems({ items }: { items: readonly MenuEntry[] }) {
  const slotted = items.some(
    (item) => item.kind === "choice" || ("checked" in item && item.checked !== undefined),
  );
  return items.map((item) => <Entry key={item.id} item={item} slotted={slotted} />);
}

function Entry({ item, slotted }: { item: MenuEntry; slotted: boolean }): ReactNode {
  switch (item.kind) {
    case "separator":
      return <Base.Separator className="mx-2 my-1 h-px bg-line" />;
    case "group":
      return (
        <Base.Group>
          <Base.GroupLabel className={groupLabelClass}>{item.label}</Base.GroupLabel>
          <MenuItems items={item.items} />
        </Base.Group>
      );
    case "submenu":
      return <Submenu item={item} slotted={slotted} />;
    case "choice":
      return <Choice item={item} />;
    default:
      return <Act item={item} slotted={slotted} />;
  }
}

function Act({ item, slotted }: { item: MenuAct; slotted: boolean }) {
  const inside = (
    <>
      {slotted && <Slot icon={item.checked === true ? Check : item.icon} tone={toneOf(item)} />}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.shortcut !== undefined && <Kbd keys={item.shortcut} className="ml-4" />}
    </>
  );
  const className = cx(itemClass, item.danger === true && "text-danger data-highlighted:bg-danger-soft");
  if (item.checked === undefined) {
    return (
      <Base.Item
        label={item.label}
        title={item.hint}
        disabled={item.disabled}
        onClick={item.onSelect}
        className={className}
      >
        {inside}
      </Base.Item>
    );
  }
  return (
    <Base.CheckboxItem
      label={item.label}
      title={item.hint}
      checked={item.checked}
      disabled={item.disabled}
      closeOnClick
      onCheckedChange={item.onSelect}
      className={className}
    >
      {inside}
    </Base.CheckboxItem>
  );
}

function Choice({ item }: { item: MenuChoice }) {
  return (
    <Base.Group>
      {item.label !== undefined && (
        <Base.GroupLabel className={groupLabelClass}>{item.label}</Base.GroupLabel>
      )}
      <Base.RadioGroup value={item.value} onValueChange={(value: string) => item.onChange(value)}>
        {item.options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            label={option.label}
            disabled={option.disabled}
            closeOnClick
            className={itemClass}
          >
            <Slot icon={option.value === item.value ? Check : undefined} tone="text-accent" />
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

function Submenu({ item, slotted }: { item: MenuSubmenu; slotted: boolean }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger
        label={item.label}
        disabled={item.disabled}
        className={cx(itemClass, "data-popup-open:bg-surface-hover")}
      >
        {slotted && <Slot icon={item.icon} tone="text-subtle" />}
        <span className="min-w-0 flex-1 truncate">{item.label}</span>
        <ChevronRight size={14} aria-hidden className="ml-2 shrink-0 text-faint" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-5} collisionPadding={8} className="z-50">
          <Base.Popup className={menuPopupClass}>
            <MenuItems items={item.items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

function toneOf(item: MenuAct): string {
  if (item.checked === true) return "text-accent";
  return item.danger === true ? "text-danger" : "text-subtle";
}

function Slot({ icon: Icon, tone }: { icon: LucideIcon | undefined; tone: string }) {
  return (
    <span aria-hidden className={cx("w-4 shrink-0", tone)}>
      {Icon && <Icon size={15} strokeWidth={Icon === Check ? 2.25 : 1.75} />}
    </span>
  );
}

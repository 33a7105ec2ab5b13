// Shortcuts in the notation of the author's keyboard. Input is "Mod+Shift+K", or the menu notation "CmdOrCtrl+Shift+K":
// ⌘ on a Mac, Ctrl elsewhere.
import { cx } from "./class-names";

const mac: Record<string, string> = {
  Mod: "⌘",
  CmdOrCtrl: "⌘",
  Ctrl: "⌃",
  Alt: "⌥",
  Shift: "⇧",
  Enter: "↩",
  Escape: "esc",
  Backspace: "⌫",
  Delete: "⌦",
  Tab: "⇥",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Up: "↑",
  Down: "↓",
  Left: "←",
  Right: "→",
};

const elsewhere: Record<string, string> = {
  Mod: "Ctrl",
  CmdOrCtrl: "Ctrl",
  Escape: "Esc",
  Delete: "Del",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Up: "↑",
  Down: "↓",
  Left: "←",
  Right: "→",
};

/** Whether the window runs on a Mac. */
export function isMac(): boolean {
  return typeof navigator !== "undefined" && /Mac/.test(navigator.userAgent);
}

/** "Mod+Shift+K" → "⇧⌘K" on a Mac, "Ctrl+Shift+K" elsewhere. */
export function formatShortcut(keys: string, onMac = isMac()): string {
  // A plus sign may itself be the key: "Mod++".
  const parts = keys.split(/\+(?=.)/);
  if (!onMac) return parts.map((part) => elsewhere[part] ?? part).join("+");
  // Apple's order of modifiers: control, option, shift, command.
  const order = ["Ctrl", "Alt", "Shift", "Mod", "CmdOrCtrl"];
  const modifiers = order.filter((name) => parts.includes(name));
  const rest = parts.filter((part) => !order.includes(part));
  return [...modifiers, ...rest].map((part) => mac[part] ?? part).join("");
}

/** A shortcut in subdued style. */
export function Kbd({ keys, className }: { keys: string; className?: string | undefined }) {
  return (
    <kbd className={cx("font-ui text-xs whitespace-nowrap text-faint tabular-nums", className)}>
      {formatShortcut(keys)}
    </kbd>
  );
}

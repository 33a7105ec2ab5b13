// Keys in the notation of menus, as `CmdOrCtrl+Alt+Shift+S`: what a press is called, and what a menu understands.

const MODIFIERS = ["CmdOrCtrl", "Alt", "Shift"];

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  " ": "Space",
  "+": "=",
  _: "-",
};

/** Signs by their place, for what Shift or an input method makes something else of. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: "-",
  Equal: "=",
  BracketLeft: "[",
  BracketRight: "]",
  Semicolon: ";",
  Quote: "'",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Backslash: "\\",
  Backquote: "`",
};

/** What makes nothing by itself. */
const NO_KEYS = ["Control", "Shift", "Alt", "AltGraph", "Meta", "Dead", "Process", "Unidentified"];

function nameOf({ key, code }: KeyboardEvent): string {
  const named = NAMES[key];
  if (named !== undefined || key.length > 1) return named ?? key;
  // Letters by their place when another layout or an input method makes something else of them.
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? /^Digit(\d)$/.exec(code)?.[1];
  if (letter !== undefined) return letter;
  const name = key.toUpperCase();
  return isNotation(name) ? name : (SIGNS[code] ?? name);
}

/** A press in the notation of menus; null for one without a key of its own. */
export function pressed(event: KeyboardEvent): string | null {
  if (NO_KEYS.includes(event.key)) return null;
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push("CmdOrCtrl");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey) parts.push("Shift");
  return [...parts, nameOf(event)].join("+");
}

/** The order of modifiers does not matter to people. */
export function normalised(keys: string): string {
  const parts = keys.split("+").filter((part) => part !== "");
  const name = keys.endsWith("+") ? "+" : (parts.pop() ?? "");
  return [...MODIFIERS.filter((part) => parts.includes(part)), name].join("+");
}

const NOTATION = new RegExp(
  "^(CmdOrCtrl\\+)?(Alt\\+)?(Shift\\+)?" +
    "([A-Z0-9]|F[1-9]|F1[0-2]|[-=[\\];',./\\\\`]|Up|Down|Left|Right|Home|End|PageUp|PageDown|" +
    "Space|Enter|Tab|Backspace|Delete|Escape)$",
);

/** Whether every menu understands the keys. Modifiers stand in their order. */
export function isNotation(keys: string): boolean {
  return NOTATION.test(keys);
}

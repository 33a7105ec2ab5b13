// Keys in menu notation, such as `CmdOrCtrl+Alt+Shift+S`: conversion from key presses, and validation.

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

/** Characters by physical key, for when Shift or an input method produces something else. */
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

/** Keys that are not a shortcut by themselves. */
const NO_KEYS = ["Control", "Shift", "Alt", "AltGraph", "Meta", "Dead", "Process", "Unidentified"];

function nameOf({ key, code }: KeyboardEvent): string {
  const named = NAMES[key];
  if (named !== undefined || key.length > 1) return named ?? key;
  // Letters by physical key when another layout or an input method produces something else.
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? /^Digit(\d)$/.exec(code)?.[1];
  if (letter !== undefined) return letter;
  const name = key.toUpperCase();
  return isNotation(name) ? name : (SIGNS[code] ?? name);
}

/** A key press in menu notation; null for modifiers and dead keys. */
export function pressed(event: KeyboardEvent): string | null {
  if (NO_KEYS.includes(event.key)) return null;
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push("CmdOrCtrl");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey) parts.push("Shift");
  return [...parts, nameOf(event)].join("+");
}

/** Keys with their modifiers in a fixed order, so that they can be compared. */
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

/** Whether every menu understands the keys. Requires modifiers in the fixed order. */
export function isNotation(keys: string): boolean {
  return NOTATION.test(keys);
}

// Which command has which keys: the author's, or its defaults. Two commands never have the same keys. Keys of the text
// have priority, then the author's, then defaults; among equals the first command gets them, and the other one has
// none.
import type { Command } from "./command";
import { isNotation, normalised } from "./keys";
import { MENU_BAR } from "./menu-bar";

/**
 * The author's keys, by command id; empty for a command without keys. Some ids may be those of commands that do not
 * exist now, and some keys may be invalid.
 */
export type OwnKeys = Readonly<Record<string, string>>;

/** What determines the keys of commands. */
export interface Keyboard {
  commands: ReadonlyMap<string, Command>;
  own: OwnKeys;
  isMac: boolean;
}

/**
 * Why keys cannot be assigned: without Ctrl or Alt they type or move in texts, no menu supports them, the system uses
 * them, they open a menu, or they have a function in texts and lists.
 */
export type Fault = "alone" | "unknown" | "system" | "menu" | "text";

/** Keys that the system, its menu bar or its input methods take before the window. */
const OF_SYSTEM: ReadonlySet<string> = new Set([
  "Alt+F4",
  "Alt+Tab",
  "Alt+Shift+Tab",
  "Alt+Space",
  "CmdOrCtrl+Space",
  "F10",
  "Shift+F10",
]);

/**
 * Keys that the text handles beside its commands: redo, undo of selections, plain paste; the name at the caret (F12).
 * Lists rename by F2.
 */
const OF_TEXT: ReadonlySet<string> = new Set([
  "CmdOrCtrl+Y",
  "CmdOrCtrl+U",
  "CmdOrCtrl+Shift+U",
  "Alt+U",
  "CmdOrCtrl+Shift+V",
  "F2",
  "F12",
]);

/** Moving, selecting and deleting by words and paragraphs; moving rows, and going back in lists. */
const MOVES = /^(CmdOrCtrl|Alt)\+(Shift\+)?(Up|Down|Left|Right|Home|End|Backspace|Delete)$/;

const isFunctionKey = (keys: string): boolean => /^(Shift\+)?F\d/.test(keys);
const opensMenu = (keys: string): boolean => MENU_BAR.some(({ letter }) => keys === `Alt+${letter}`);

/** Why the keys cannot be assigned; null when they can. */
export function faultOf({ commands, isMac }: Omit<Keyboard, "own">, keys: string): Fault | null {
  if (!/^(CmdOrCtrl|Alt)\+/.test(keys) && !isFunctionKey(keys)) return "alone";
  if (!isNotation(keys)) return "unknown";
  if (OF_SYSTEM.has(keys)) return "system";
  // On a Mac, Alt and a letter types a character and opens no menu.
  if (!isMac && opensMenu(keys)) return "menu";
  const isOfText = [...commands.values()].some((one) => one.keysOfText && firstKeys(one) === keys);
  return isOfText || OF_TEXT.has(keys) || MOVES.test(keys) ? "text" : null;
}

/** The default keys of a command; empty for none. */
export function firstKeys({ keys }: Command): string {
  return keys === undefined ? "" : normalised(keys);
}

/** The author's keys for a command; null when there are none, or when they cannot be assigned. */
function ownKeys(keyboard: Keyboard, { id, keysOfText }: Command): string | null {
  const keys = keyboard.own[id];
  if (keysOfText || keys === undefined) return null;
  return keys === "" || faultOf(keyboard, keys) === null ? keys : null;
}

/** The keys that a command would have without conflicts; empty for none. */
const wanted = (keyboard: Keyboard, command: Command): string =>
  ownKeys(keyboard, command) ?? firstKeys(command);

/** The keys of each command that has some. */
export function keysIn(keyboard: Keyboard): ReadonlyMap<string, string> {
  const claims = [...keyboard.commands.values()].map((command) => {
    const own = ownKeys(keyboard, command);
    const turn = command.keysOfText ? 0 : own !== null ? 1 : 2;
    return { id: command.id, keys: own ?? firstKeys(command), turn };
  });
  const holders = new Map<string, string>();
  // Sorting is stable: among equals the first command stays first.
  for (const { id, keys } of claims.sort((a, b) => a.turn - b.turn)) {
    if (keys !== "" && !holders.has(keys)) holders.set(keys, id);
  }
  return new Map([...holders].map(([keys, id]) => [id, keys]));
}

/** The command that has the keys. */
export function holderOf(keyboard: Keyboard, keys: string): Command | undefined {
  const id = [...keysIn(keyboard)].find(([, holderKeys]) => holderKeys === keys)?.[0];
  return id === undefined ? undefined : keyboard.commands.get(id);
}

/**
 * The author's keys after assigning some to a command; empty removes its keys. Any other command loses them. Nothing
 * changes when they cannot be assigned.
 */
export function assigned(keyboard: Keyboard, id: string, keys: string): OwnKeys {
  const { commands, own } = keyboard;
  const command = commands.get(id);
  if (command === undefined || command.keysOfText) return own;
  if (keys !== "" && faultOf(keyboard, keys) !== null) return own;
  const next: Record<string, string> = { ...own };
  const setKeys = (one: Command, value: string) => {
    if (value === firstKeys(one)) delete next[one.id];
    else next[one.id] = value;
  };
  for (const other of commands.values()) {
    if (keys !== "" && other !== command && wanted(keyboard, other) === keys) setKeys(other, "");
  }
  setKeys(command, keys);
  return next;
}

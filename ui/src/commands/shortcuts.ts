// Which command has which keys: those that the author gave it, or those it comes with. Two commands never have the same
// keys. Keys of the text come first, then what the author gave, then the rest; of two that are alike the first command
// has them, and the other one has none.
import type { Command } from "./command";
import { isNotation, normalised } from "./keys";
import { MENU_BAR } from "./menu-bar";

/**
 * Keys that the author gave to commands, by id; empty for a command that shall have none. Some ids may be those of
 * commands that are not there now, and some keys none at all.
 */
export type OwnKeys = Readonly<Record<string, string>>;

/** What decides which keys commands have. */
export interface Keyboard {
  commands: ReadonlyMap<string, Command>;
  own: OwnKeys;
  isMac: boolean;
}

/**
 * Why a command cannot have keys: they are typed or move in texts as they are without Ctrl or Alt, no menu knows them, the
 * system has them, they open a menu, or they do something in texts and lists.
 */
export type Fault = "alone" | "unknown" | "system" | "menu" | "text";

/** What the system, its menu bar or its input methods take before the window can. */
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
 * What the text does by itself beside the commands of texts: redo, going back through selections, pasting plainly; the name
 * at the caret (F12). Lists rename by F2.
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

/** Why no command can be given the keys; null when one can. */
export function faultOf({ commands, isMac }: Omit<Keyboard, "own">, keys: string): Fault | null {
  if (!/^(CmdOrCtrl|Alt)\+/.test(keys) && !isFunctionKey(keys)) return "alone";
  if (!isNotation(keys)) return "unknown";
  if (OF_SYSTEM.has(keys)) return "system";
  // Alt and a letter types a sign on a Mac, and opens no menu.
  if (!isMac && opensMenu(keys)) return "menu";
  const isOfText = [...commands.values()].some((one) => one.keysOfText && firstKeys(one) === keys);
  return isOfText || OF_TEXT.has(keys) || MOVES.test(keys) ? "text" : null;
}

/** The keys that a command comes with; empty for none. */
export function firstKeys({ keys }: Command): string {
  return keys === undefined ? "" : normalised(keys);
}

/** What the author gave a command; null when that is nothing, or no keys that it can have. */
function ownKeys(keyboard: Keyboard, { id, keysOfText }: Command): string | null {
  const keys = keyboard.own[id];
  if (keysOfText || keys === undefined) return null;
  return keys === "" || faultOf(keyboard, keys) === null ? keys : null;
}

/** The keys that a command would have if no other one had them; empty for none. */
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
  // Sorting is stable: of two alike the first command comes first.
  for (const { id, keys } of claims.sort((a, b) => a.turn - b.turn)) {
    if (keys !== "" && !holders.has(keys)) holders.set(keys, id);
  }
  return new Map([...holders].map(([keys, id]) => [id, keys]));
}

/** The command that has the keys. */
export function holderOf(keyboard: Keyboard, keys: string): Command | undefined {
  const id = [...keysIn(keyboard)].find(([, held]) => held === keys)?.[0];
  return id === undefined ? undefined : keyboard.commands.get(id);
}

/**
 * The author's own keys once a command was given some, which it has then; empty takes its keys away. Whatever had them has
 * none. Nothing changes where the command cannot have them.
 */
export function given(keyboard: Keyboard, id: string, keys: string): OwnKeys {
  const { commands, own } = keyboard;
  const command = commands.get(id);
  if (command === undefined || command.keysOfText) return own;
  if (keys !== "" && faultOf(keyboard, keys) !== null) return own;
  const next: Record<string, string> = { ...own };
  const put = (one: Command, value: string) => {
    if (value === firstKeys(one)) delete next[one.id];
    else next[one.id] = value;
  };
  for (const other of commands.values()) {
    if (keys !== "" && other !== command && wanted(keyboard, other) === keys) put(other, "");
  }
  put(command, keys);
  return next;
}

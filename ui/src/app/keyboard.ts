// Keys of commands. In the real window the native menu hears most of them first; here they work in any host, and a
// press that both heard runs once.
import { runCommand, useCommands } from "@/commands/registry";

/** Two ways to hear one press are no further apart than this, ms. */
const ONE_PRESS = 120;

const lastRun = new Map<string, { from: "menu" | "keys"; at: number }>();

function runOnce(id: string, from: "menu" | "keys"): void {
  const now = performance.now();
  const last = lastRun.get(id);
  if (last !== undefined && last.from !== from && now - last.at < ONE_PRESS) return;
  lastRun.set(id, { from, at: now });
  void runCommand(id);
}

/** The author chose an item of the native menu. */
export function runFromMenu(id: string): void {
  runOnce(id, "menu");
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  " ": "Space",
  "+": "=",
  _: "-",
};

/** A press in the notation of menus; null for one without a key of its own. */
export function pressed(event: KeyboardEvent): string | null {
  const { key } = event;
  if (["Control", "Shift", "Alt", "Meta", "Dead", "Process", "Unidentified"].includes(key)) return null;
  // Letters by their place when another layout or an input method makes something else of them.
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1] ?? /^Digit(\d)$/.exec(event.code)?.[1];
  const name =
    NAMES[key] ??
    (letter !== undefined && key.length === 1 ? letter : key.length === 1 ? key.toUpperCase() : key);
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push("CmdOrCtrl");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey) parts.push("Shift");
  return [...parts, name].join("+");
}

/** The order of modifiers does not matter to people. */
export function normalised(keys: string): string {
  const parts = keys.split("+").filter((part) => part !== "");
  const name = keys.endsWith("+") ? "+" : (parts.pop() ?? "");
  const order = ["CmdOrCtrl", "Alt", "Shift"];
  return [...order.filter((part) => parts.includes(part)), name].join("+");
}

/** Listens for the keys of commands. */
export function listenToKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const keys = pressed(event);
    if (keys === null) return;
    for (const command of useCommands.getState().commands.values()) {
      if (command.keys === undefined || command.keysOfText || normalised(command.keys) !== keys) continue;
      event.preventDefault();
      // Notices listen for F6 too: a press that ran a command does nothing else.
      event.stopImmediatePropagation();
      runOnce(command.id, "keys");
      return;
    }
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

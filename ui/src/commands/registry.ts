// The list of commands, and the one way to run one.
import { create } from "zustand";
import type { Command } from "./command";

interface Registry {
  commands: ReadonlyMap<string, Command>;
  /** Grows when something that decides over `enabled` or `checked` may have changed. */
  turn: number;
}

/** The commands there are. */
export const useCommands = create<Registry>(() => ({ commands: new Map(), turn: 0 }));

/** Adds commands. An id stands once. */
export function register(commands: readonly Command[]): void {
  const all = new Map(useCommands.getState().commands);
  for (const command of commands) {
    if (all.has(command.id)) throw new Error(`the command ${command.id} is registered twice`);
    all.set(command.id, command);
  }
  useCommands.setState({ commands: all });
}

/** The ids of the commands that stand behind another one and come and go. */
const behind = new Map<string, readonly string[]>();

/** Puts commands behind one that stays, in the place of those that stood there before. */
export function replaceBehind(anchor: string, commands: readonly Command[]): void {
  const gone = new Set(behind.get(anchor));
  behind.set(
    anchor,
    commands.map(({ id }) => id),
  );
  const all = new Map<string, Command>();
  for (const command of useCommands.getState().commands.values()) {
    if (gone.has(command.id)) continue;
    for (const one of command.id === anchor ? [command, ...commands] : [command]) {
      if (all.has(one.id)) throw new Error(`the command ${one.id} is registered twice`);
      all.set(one.id, one);
    }
  }
  useCommands.setState({ commands: all });
}

/** What is shown of commands may have changed. */
export function refresh(): void {
  useCommands.setState(({ turn }) => ({ turn: turn + 1 }));
}

/** Why a command cannot be run now, as a key of words; null when it can be, and when nobody says why. */
export function whyNot(command: Command): string | null {
  return command.whyNot?.() ?? null;
}

/** Whether a command can be run now. */
export function isEnabled(command: Command): boolean {
  return (command.enabled?.() ?? true) && whyNot(command) === null;
}

/** What is done with an error that a command did not handle. Set by the window. */
let onFailure: (thrown: unknown) => void = () => undefined;

export function onCommandFailure(handler: (thrown: unknown) => void): void {
  onFailure = handler;
}

/** What has to be over before a command runs; null when nothing has. Set by the window. */
let before: (command: Command) => Promise<void> | null = () => null;

export function onBeforeCommand(handler: typeof before): void {
  before = handler;
}

/** Runs a command; one that cannot be run now is left alone. */
export async function runCommand(id: string): Promise<void> {
  const command = useCommands.getState().commands.get(id);
  if (command === undefined || !isEnabled(command)) return;
  try {
    const waits = before(command);
    if (waits !== null) await waits;
    await command.run();
  } catch (thrown) {
    onFailure(thrown);
  }
}

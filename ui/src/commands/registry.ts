// The registered commands, and the single way to run one.
import { create } from "zustand";
import type { Command } from "./command";

interface Registry {
  commands: ReadonlyMap<string, Command>;
  /** Increases when the result of `enabled` or `checked` may have changed. */
  turn: number;
}

/** All registered commands. */
export const useCommands = create<Registry>(() => ({ commands: new Map(), turn: 0 }));

/** Adds commands. Ids must be unique. */
export function register(commands: readonly Command[]): void {
  const all = new Map(useCommands.getState().commands);
  for (const command of commands) {
    if (all.has(command.id)) throw new Error(`the command ${command.id} is registered twice`);
    all.set(command.id, command);
  }
  useCommands.setState({ commands: all });
}

/** The ids of the dynamic commands after each anchor command. */
const dynamicIds = new Map<string, readonly string[]>();

/** Replaces the dynamic commands after an anchor command. */
export function replaceBehind(anchor: string, commands: readonly Command[]): void {
  const removed = new Set(dynamicIds.get(anchor));
  dynamicIds.set(
    anchor,
    commands.map(({ id }) => id),
  );
  const all = new Map<string, Command>();
  for (const command of useCommands.getState().commands.values()) {
    if (removed.has(command.id)) continue;
    for (const one of command.id === anchor ? [command, ...commands] : [command]) {
      if (all.has(one.id)) throw new Error(`the command ${one.id} is registered twice`);
      all.set(one.id, one);
    }
  }
  useCommands.setState({ commands: all });
}

/** Reports that the displayed state of commands may have changed. */
export function refresh(): void {
  useCommands.setState(({ turn }) => ({ turn: turn + 1 }));
}

/** Why a command cannot be run now, as a key of words; null when it can be, or when no reason is given. */
export function whyNot(command: Command): string | null {
  return command.whyNot?.() ?? null;
}

/** Whether a command can be run now. */
export function isEnabled(command: Command): boolean {
  return (command.enabled?.() ?? true) && whyNot(command) === null;
}

/** Handles an error that a command did not handle. Set by the window. */
let onFailure: (thrown: unknown) => void = () => undefined;

export function onCommandFailure(handler: (thrown: unknown) => void): void {
  onFailure = handler;
}

/** Returns what a command must wait for before it runs; null for nothing. Set by the window. */
let before: (command: Command) => Promise<void> | null = () => null;

export function onBeforeCommand(handler: typeof before): void {
  before = handler;
}

/** Runs a command; does nothing when it cannot be run now. */
export async function runCommand(id: string): Promise<void> {
  const command = useCommands.getState().commands.get(id);
  if (command === undefined || !isEnabled(command)) return;
  try {
    const ready = before(command);
    if (ready !== null) await ready;
    await command.run();
  } catch (thrown) {
    onFailure(thrown);
  }
}

// Recently run commands of the palette, newest first, for the lifetime of the window.
const MAX_RECENT = 6;

let commands: readonly string[] = [];

export function recentCommands(): readonly string[] {
  return commands;
}

export function noteCommand(id: string): void {
  commands = [id, ...commands.filter((one) => one !== id)].slice(0, MAX_RECENT);
}

export function forgetCommands(): void {
  commands = [];
}

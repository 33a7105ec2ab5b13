// The interface of the window for browser tests. Only the "loopback" build contains it.
import { isEnabled, runCommand, useCommands } from "@/commands/registry";
import { desk } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import type { Writing } from "@/editor/create";

/** What tests can do with the window. */
export interface Probe {
  /** Runs a command; throws if it does not exist or cannot be run now. */
  run(id: string): Promise<void>;
  /** Whether a command exists and can be run now. */
  canRun(id: string): boolean;
  /** The ids of all commands. */
  commands(): string[];
  /** The open scene. */
  scene(): number;
  /** The editor of the open scene. */
  writing(): Writing;
  /** Its text. */
  text(): string;
  /** The version of its text. */
  version(): number;
}

declare global {
  interface Window {
    wenfang: Probe;
  }
}

function scene(): number {
  const { scene } = desk();
  if (scene === null) throw new Error("no scene is open");
  return scene;
}

function writing(): Writing {
  const editor = openScene(scene())?.writing ?? null;
  if (editor === null) throw new Error("the open scene has no editor");
  return editor;
}

function canRun(id: string): boolean {
  const command = useCommands.getState().commands.get(id);
  return command !== undefined && isEnabled(command);
}

async function run(id: string): Promise<void> {
  if (!canRun(id)) throw new Error(`${id} cannot be run`);
  await runCommand(id);
}

/** Exposes the probe to tests. */
export function expose(): void {
  const commands = () => [...useCommands.getState().commands.keys()];
  const version = () => openScene(scene())?.status().version ?? 0;
  window.wenfang = { run, canRun, commands, scene, writing, version, text: () => writing().text() };
}

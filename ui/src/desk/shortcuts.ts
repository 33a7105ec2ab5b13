// The current keys of commands, including the author's own. Everything that shows or listens for keys uses this module.
import { useCommands } from "@/commands/registry";
import { type Keyboard, keysIn, type OwnKeys } from "@/commands/shortcuts";
import type { ApplicationState } from "@/ipc/types";
import { desk, useDesk } from "./desk";

interface Known {
  keyboard: Keyboard;
  keys: ReadonlyMap<string, string>;
}

let known: Known | null = null;

/** The known keys; recomputed when the commands or the author's own keys change. */
function know(commands: Keyboard["commands"], own: OwnKeys, application: ApplicationState | null): Known {
  const isMac = application?.platform === "macos";
  const last = known?.keyboard;
  if (known === null || last?.commands !== commands || last.own !== own || last.isMac !== isMac) {
    const keyboard = { commands, own, isMac };
    known = { keyboard, keys: keysIn(keyboard) };
  }
  return known;
}

function knownNow(): Known {
  const { settings, application } = desk();
  return know(useCommands.getState().commands, settings.shortcuts, application);
}

function useKnown(): Known {
  const commands = useCommands((state) => state.commands);
  const own = useDesk((state) => state.settings.shortcuts);
  return know(
    commands,
    own,
    useDesk((state) => state.application),
  );
}

export const keyboardNow = (): Keyboard => knownNow().keyboard;
export const useKeyboard = (): Keyboard => useKnown().keyboard;

/** The keys of each command that has some. */
export const keysNow = (): ReadonlyMap<string, string> => knownNow().keys;
export const useKeys = (): ReadonlyMap<string, string> => useKnown().keys;

export const keysOf = (id: string): string | undefined => keysNow().get(id);
export const useKeysOf = (id: string): string | undefined => useKeys().get(id);

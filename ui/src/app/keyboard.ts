// Keyboard shortcuts. In the real window the native menu receives most of them first; here they work in any host, and a
// press received by both runs once.
import i18next from "i18next";
import { type Command, nameOf } from "@/commands/command";
import { pressed } from "@/commands/keys";
import { handOver, isHandedOver } from "@/commands/recording";
import { runCommand, useCommands, whyNot } from "@/commands/registry";
import { isDialogOpen } from "@/components/dialog";
import { notify } from "@/desk/notices";
import { keysNow, keysOf } from "@/desk/shortcuts";
import { isTypingElsewhere } from "@/desk/typing-place";

/** The menu and the page receive the same press within this time, in ms. */
const DUPLICATE_WINDOW = 120;

const lastRun = new Map<string, { from: "menu" | "keys"; at: number }>();

function runOnce(id: string, from: "menu" | "keys"): void {
  const now = performance.now();
  const last = lastRun.get(id);
  if (last !== undefined && last.from !== from && now - last.at < DUPLICATE_WINDOW) return;
  lastRun.set(id, { from, at: now });
  const command = useCommands.getState().commands.get(id);
  if (command === undefined) return;
  const isElsewhere = command.ofText === true && isTypingElsewhere();
  tellWhyNot(command, isElsewhere ? "app:notices.notInText" : whyNot(command));
  if (!isElsewhere) void runCommand(id);
}

/** Tells why the keys of a command did nothing. A dialog hides notices, and shows for itself that it is open. */
function tellWhyNot(command: Command, why: string | null): void {
  if (why === null || isDialogOpen()) return;
  const text = i18next.t("app:notices.notNow", { command: nameOf(command, i18next.t), why: i18next.t(why) });
  notify({ id: "not-now", text });
}

/** Handles a click on a native menu item, or its shortcut. */
export function runFromMenu(id: string): void {
  const keys = keysOf(id);
  if (keys !== undefined && handOver(keys)) lastRun.set(id, { from: "menu", at: performance.now() });
  else if (!isHandedOver()) runOnce(id, "menu");
}

/** Listens for the keys of commands. */
export function listenToKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const keys = pressed(event);
    if (keys === null) return;
    for (const [id, commandKeys] of keysNow()) {
      if (commandKeys !== keys || useCommands.getState().commands.get(id)?.keysOfText) continue;
      event.preventDefault();
      // Notices listen for F6 too: a press that ran a command must do nothing else.
      event.stopImmediatePropagation();
      runOnce(id, "keys");
      return;
    }
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

// How to run a command, for sentences that tell the author to.
import { useTranslation } from "react-i18next";
import { nameOf } from "@/commands/command";
import { formatShortcut } from "@/components/kbd";
import { useKeyboard, useKeysOf } from "@/desk/shortcuts";

/** The keys of a command in display form, or its quoted name when it has none. */
export function useWayTo(id: string): string {
  const { t } = useTranslation();
  const { commands } = useKeyboard();
  const keys = useKeysOf(id);
  if (keys !== undefined) return formatShortcut(keys);
  const command = commands.get(id);
  return command === undefined ? "" : `“${nameOf(command, t)}”`;
}

// Every command that has keys, by menu.
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Command, nameOf } from "@/commands/command";
import { useCommands } from "@/commands/registry";
import { Dialog } from "@/components/dialog";
import { formatShortcut, Kbd } from "@/components/kbd";
import { closeDialog, useDesk } from "@/desk/desk";
import { GROUPS, groupOf } from "./groups";

/** The window of shortcuts. */
export function ShortcutsDialog() {
  const { t } = useTranslation("palette");
  const body = useRef<HTMLDivElement>(null);
  const open = useDesk((state) => state.dialog?.name === "shortcuts");
  const commands = useCommands((state) => state.commands);
  const withKeys = [...commands.values()].filter(({ keys }) => keys !== undefined);
  return (
    <Dialog
      open={open}
      onClose={closeDialog}
      size="lg"
      closeOnOutsidePress
      initialFocus={body}
      title={t("shortcuts.title")}
      description={t("shortcuts.text", { keys: formatShortcut("CmdOrCtrl+K") })}
    >
      <div ref={body} tabIndex={-1} className="columns-2 gap-8 outline-hidden">
        {GROUPS.map((group) => {
          const list = withKeys.filter(({ id }) => groupOf(id) === group);
          return list.length === 0 ? null : <Group key={group} group={group} commands={list} />;
        })}
      </div>
    </Dialog>
  );
}

function Group({ group, commands }: { group: string; commands: readonly Command[] }) {
  const { t } = useTranslation("palette");
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="mb-1 border-b border-line pb-1 text-xs font-medium text-faint">{t(group)}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className="flex min-h-7 items-center justify-between gap-4">
            <dt className="min-w-0 break-words">{nameOf(command, t)}</dt>
            <dd className="shrink-0">
              <Kbd keys={command.keys ?? ""} className="text-subtle" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

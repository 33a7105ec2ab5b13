// The context menu of the text: acts on the selection, the name, the thread or the comment at the place. Its entries are commands,
// so that they are also available by key and from the palette.
import { Menu as Base } from "@base-ui/react/menu";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { isEnabled, runCommand, useCommands, whyNot } from "@/commands/registry";
import { type MenuEntry, MenuItems, menuPopupClass } from "@/components/menu-items";
import { showCard, showItem, useDesk } from "@/desk/desk";
import { useKnownNames } from "@/desk/known-names";
import { openScene } from "@/desk/open-scenes";
import { useKeys } from "@/desk/shortcuts";
import { usePointing } from "./pointing";
import { spellingEntries } from "./spelling-entries";

/** Commands in the menu, with separators between groups. */
const GROUPS: readonly (readonly string[])[] = [
  ["edit.cut", "edit.copy", "edit.paste"],
  ["lore.new_from_selection", "lore.add_alias", "graph.fact_from_selection", "timeline.event_from_selection"],
  ["threads.plant", "threads.pay_off", "threads.remind"],
  ["comments.add", "comments.not_for_print"],
  [
    "drafting.continue",
    "drafting.rewrite",
    "drafting.expand",
    "drafting.compress",
    "drafting.polish",
    "drafting.instruct",
  ],
  ["search.similar", "context.origin"],
];

/** Commands that need something at the place: hidden without it. */
const ONLY_THERE: ReadonlySet<string> = new Set(["context.origin"]);

export function TextMenu() {
  const { t } = useTranslation();
  const menu = usePointing((state) => state.menu);
  const commands = useCommands((state) => state.commands);
  const keys = useKeys();
  const names = useKnownNames();
  const dialog = useDesk((state) => state.dialog);
  // A key of a command has opened the dialog; the menu would lie over it.
  useEffect(() => {
    if (dialog !== null) usePointing.setState({ menu: null });
  }, [dialog]);
  const close = () => {
    const { menu: open } = usePointing.getState();
    usePointing.setState({ menu: null });
    open?.writing.focus();
  };
  if (menu === null) return null;
  const { request, scene, writing, suggestions } = menu;

  const about: MenuEntry[] = [];
  for (const named of names?.bearers(request.name?.owners ?? []) ?? []) {
    const { entry, entity } = named;
    about.push({
      id: `card-${entry}-${entity}`,
      label: t("writing:menu.openCard", { name: named.title }),
      onSelect: () => showCard({ entry, entity }),
    });
  }
  const { anchor } = request;
  const thread = anchor === null ? undefined : openScene(scene)?.threadOf(anchor.id);
  if (anchor !== null && thread !== undefined)
    about.push({
      id: "thread",
      label: t("writing:menu.openThread", { name: anchor.title }),
      onSelect: () => showItem("thread", thread),
    });

  const { comment } = request;
  const commented = comment === null ? undefined : openScene(scene)?.commentOf(comment.id);
  if (commented !== undefined)
    about.push({
      id: "comment",
      label: t("writing:menu.openComment"),
      onSelect: () => showItem("comment", commented),
    });

  const { misspelt } = request;
  const groups =
    misspelt === null ? [about] : [...spellingEntries(misspelt, { suggestions, writing, t }), about];
  for (const ids of GROUPS) {
    const group: MenuEntry[] = [];
    for (const id of ids) {
      const command = commands.get(id);
      if (command === undefined || (ONLY_THERE.has(id) && !isEnabled(command))) continue;
      const why = whyNot(command);
      group.push({
        id,
        label: t(command.title),
        shortcut: keys.get(id),
        disabled: !isEnabled(command),
        hint: why === null ? undefined : t(why),
        onSelect: () => void runCommand(id),
      });
    }
    groups.push(group);
  }
  const items = groups
    .filter((group) => group.length > 0)
    .flatMap((group, index): MenuEntry[] =>
      index === 0 ? group : [{ kind: "separator", id: `line-${index}` }, ...group],
    );
  const { x, y } = request;
  const at = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
  return (
    <Base.Root open onOpenChange={(open) => !open && close()} modal={false}>
      <Base.Portal>
        <Base.Positioner anchor={at} align="start" sideOffset={2} collisionPadding={8} className="z-50">
          <Base.Popup className={menuPopupClass} aria-label={t("writing:menu.label")}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

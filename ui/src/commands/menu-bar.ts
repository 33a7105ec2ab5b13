// The menu bar: which command is in which menu. Commands that are not listed here are found in the palette.

/** A name of `app:menus`. */
export type MenuName =
  | "file"
  | "edit"
  | "view"
  | "manuscript"
  | "story"
  | "drafting"
  | "checks"
  | "workflow"
  | "help";

/** A command id; with a trailing `*`, all commands whose ids start with it, in registration order. */
export type Entry = string | Submenu;

export interface Submenu {
  /** Key of its name, for i18next. */
  title: string;
  groups: readonly (readonly Entry[])[];
}

interface BarMenu {
  name: MenuName;
  /** Its access key, used with Alt. */
  letter: string;
  /** Separators are drawn between groups. */
  groups: readonly (readonly Entry[])[];
}

export const MENU_BAR: readonly BarMenu[] = [
  {
    name: "file",
    letter: "F",
    groups: [
      [
        "project.new",
        "project.open",
        { title: "app:menus.recent", groups: [["project.recent.*"]] },
        "project.close",
      ],
      ["writing.save", "project.back_up", "project.reveal"],
      ["transfer.import", "transfer.export", "transfer.remarks", "lore.import", "lore.export"],
      ["printing.print"],
      ["settings.open", "models.open", "meaning.settings"],
      ["window.quit"],
    ],
  },
  {
    name: "edit",
    letter: "E",
    groups: [
      ["edit.undo", "edit.redo"],
      ["edit.cut", "edit.copy", "edit.paste", "edit.select_all"],
      [
        {
          title: "writing:commands.marks",
          groups: [
            ["edit.bold", "edit.italic"],
            ["mark.ruby", "mark.dots", "mark.note"],
            ["mark.centre", "mark.right", "mark.quotation", "mark.break"],
          ],
        },
      ],
      ["find.scene", "find.next", "find.previous", "find.replace"],
      ["find.book", "find.book_replace", "find.undo_replace"],
      ["search.show", "search.similar", "search.duplicates"],
      ["spelling.toggle", "spelling.suggestions", "spelling.next", "spelling.words"],
    ],
  },
  {
    name: "view",
    letter: "V",
    groups: [
      ["view.binder", "view.inspector", "writing.to_text", "view.next_region", "view.previous_region"],
      ["reading.open", "view.whole_chapter", "view.typewriter", "view.focus", "view.names", "view.ai_spans"],
      ["view.larger", "view.smaller", { title: "settings:commands.theme", groups: [["theme.*"]] }],
      ["view.full_screen", "retreat.open"],
      ["palette.open"],
    ],
  },
  {
    name: "manuscript",
    letter: "M",
    groups: [
      ["binder.new_chapter", "binder.new_scene", "binder.new_volume"],
      [
        "binder.rename",
        "binder.duplicate",
        "binder.move_up",
        "binder.move_down",
        "binder.move_to",
        "binder.to_bin",
      ],
      ["writing.split", "binder.merge_next", "renumber.open"],
      [
        {
          title: "app:menus.goTo",
          groups: [
            ["palette.go_to_chapter"],
            ["writing.go_back", "writing.go_forward"],
            ["writing.previous_chapter", "writing.next_chapter"],
            ["writing.previous_scene", "writing.next_scene"],
          ],
        },
        {
          title: "app:menus.versions",
          groups: [
            ["versions.show", "versions.compare_last"],
            ["checkpoint.create", "checkpoint.show", "checkpoint.compare_latest"],
          ],
        },
      ],
      [
        {
          title: "comments:list",
          groups: [
            ["comments.show", "comments.add", "comments.open_here"],
            ["comments.next", "comments.previous"],
            ["comments.not_for_print"],
          ],
        },
      ],
      ["part.show", "statistics.show", "bin.open"],
    ],
  },
  {
    name: "story",
    letter: "S",
    groups: [
      ["bible.show"],
      [
        {
          title: "lore:commands.menu",
          groups: [
            ["lore.show", "lore.new", "lore.new_from_selection", "lore.add_alias"],
            ["lore.unknown_names", "lore.removed"],
          ],
        },
        {
          title: "graph:commands.menu",
          groups: [
            ["graph.show", "graph.open", "graph.changes", "graph.connection"],
            ["graph.new_entity", "graph.new_relation", "graph.new_fact", "graph.fact_from_selection"],
          ],
        },
        {
          title: "threads:list",
          groups: [
            ["threads.show", "threads.new"],
            ["threads.plant", "threads.remind", "threads.pay_off", "threads.open_here"],
          ],
        },
        {
          title: "timeline:list",
          groups: [
            ["timeline.show", "timeline.open"],
            ["timeline.new_event", "timeline.event_from_selection"],
          ],
        },
      ],
      ["review.open", "review.extract_chapter", "review.undo_last_batch"],
    ],
  },
  {
    name: "drafting",
    letter: "D",
    groups: [
      ["drafting.draft", "drafting.continue", "drafting.instruct"],
      ["drafting.rewrite", "drafting.expand", "drafting.compress", "drafting.polish"],
      ["drafting.card", "drafting.titles"],
      [
        "drafting.stop",
        {
          title: "drafting:proposalMenu",
          groups: [
            ["drafting.accept_all", "drafting.reject_all"],
            [
              "drafting.next_hunk",
              "drafting.previous_hunk",
              "drafting.accept_hunk",
              "drafting.reject_hunk",
              "drafting.apply",
            ],
            ["drafting.regenerate", "drafting.receipt"],
          ],
        },
      ],
      ["context.show", "context.memory", "memory.retrieve", "memory.ask"],
      ["context.records", "context.shelf", "context.origin"],
      ["pipelines.choose", "pipelines.open", "prompts.open", "usage.show"],
    ],
  },
  {
    name: "checks",
    letter: "C",
    groups: [
      ["findings.check_scene", "findings.check_chapter", "findings.check_book", "findings.stop"],
      ["findings.next", "findings.previous"],
      ["mending.begin", "mending.look"],
      ["findings.show", "findings.rules", "mending.tools"],
    ],
  },
  {
    name: "workflow",
    letter: "W",
    groups: [
      ["workflow.complete_chapter", "workflow.start.*"],
      ["workflow.show", "workflow.stop", "workflow.switches"],
    ],
  },
  {
    name: "help",
    letter: "H",
    groups: [
      ["guide.open", "palette.shortcuts"],
      ["tour.start", "project.open_sample", "project.open_other_sample"],
      ["about.save_diagnostics", "about.open"],
    ],
  },
];

const isNamed = (entry: string, id: string): boolean =>
  entry.endsWith("*") ? id.startsWith(entry.slice(0, -1)) : entry === id;

const holds = (groups: readonly (readonly Entry[])[], id: string): boolean =>
  groups.flat().some((entry) => (typeof entry === "string" ? isNamed(entry, id) : holds(entry.groups, id)));

/** The menu that contains a command; null when none does. */
export const menuOf = (id: string): MenuName | null =>
  MENU_BAR.find(({ groups }) => holds(groups, id))?.name ?? null;

/** The existing commands that an entry names. */
export function commandsOf<T extends { id: string }>(entry: string, commands: ReadonlyMap<string, T>): T[] {
  if (entry.endsWith("*")) return [...commands.values()].filter(({ id }) => isNamed(entry, id));
  const command = commands.get(entry);
  return command === undefined ? [] : [command];
}

// The author's commands: the palette, the native menus, the keyboard and buttons all run the same command.

/** A command of the window. */
export interface Command {
  /** `noun.verb`, unique; also the id of its menu item. */
  id: string;
  /** Key of its name: `namespace:key`, for i18next. */
  title: string;
  /** A literal name, such as a novel's: shown in place of `title`, in every language. */
  name?: string;
  /**
   * Its default keys, in menu notation: `CmdOrCtrl+Shift+S`, `F11`, `Alt+Up`. The author may change them:
   * `desk/shortcuts` has the current ones.
   */
  keys?: string;
  /**
   * The text itself handles the keys (undo, copy …): they are displayed, but neither the menu nor the window listens
   * for them, and the author cannot change them.
   */
  keysOfText?: boolean;
  /** It acts at the caret of the text: its keys do nothing while something else than a scene is typed into. */
  ofText?: boolean;
  /** It can run during a composition and waits for it itself. Before any other command the composition is ended. */
  composes?: boolean;
  /** Whether it can be run now; always when absent. */
  enabled?: () => boolean;
  /** Why it cannot be run now, as a key like `title`; null when it can be. It need not repeat `enabled`. */
  whyNot?: () => string | null;
  /** For switches: whether it is on. */
  checked?: () => boolean;
  run: () => void | Promise<void>;
}

/** The name of a command in the author's language. */
export const nameOf = ({ name, title }: Command, t: (key: string) => string): string => name ?? t(title);

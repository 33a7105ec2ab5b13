// What the author can do, each once: the palette, the native menus, the keyboard and buttons all run the same command.

/** A command of the window. */
export interface Command {
  /** `noun.verb`, unique; also the id of its menu item. */
  id: string;
  /** Key of its name: `namespace:key`, for i18next. */
  title: string;
  /** Its name itself, where it is that of a novel: shown in place of `title`, in every language. */
  name?: string;
  /**
   * Keys it comes with, in the notation of menus: `CmdOrCtrl+Shift+S`, `F11`, `Alt+Up`. The author may give it others:
   * `desk/shortcuts` tells those it has.
   */
  keys?: string;
  /**
   * The keys are handled by the text itself (undo, copy …): they are shown, but neither the menu nor the window
   * listens for them, and the author cannot change them.
   */
  keysOfText?: boolean;
  /** It runs while an input method composes, and waits for it by itself; before any other the composition is ended. */
  composes?: boolean;
  /** Whether it can be run now; always when absent. */
  enabled?: () => boolean;
  /** Why it cannot be run now: key of its words, as in `title`. Null when it can be; it need not repeat `enabled`. */
  whyNot?: () => string | null;
  /** For switches: whether it is on. */
  checked?: () => boolean;
  run: () => void | Promise<void>;
}

/** The name of a command in the author's language. */
export const nameOf = ({ name, title }: Command, t: (key: string) => string): string => name ?? t(title);

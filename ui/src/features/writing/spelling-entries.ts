// Context menu entries for a misspelt word: suggestions, add, ignore.
import type { TFunction } from "i18next";
import type { MenuEntry } from "@/components/menu-items";
import { attempt } from "@/desk/attempt";
import { isWritable } from "@/desk/desk";
import { addToDictionary, ignoreSpelling } from "@/desk/spelling";
import type { Writing } from "@/editor/create";
import type { MisspeltWord } from "@/editor/spelling";

interface About {
  suggestions: readonly string[];
  writing: Writing;
  t: TFunction;
}

/** Two groups: suggestions, and acts on the word as it is. */
export function spellingEntries(word: MisspeltWord, { suggestions, writing, t }: About): MenuEntry[][] {
  const suggested = suggestions.map(
    (letters): MenuEntry => ({
      id: `respell-${letters}`,
      label: letters,
      disabled: !isWritable(),
      onSelect: () => writing.respell(word, letters),
    }),
  );
  const none: MenuEntry = {
    id: "no-suggestions",
    label: t("writing:spelling.none"),
    disabled: true,
    onSelect: () => undefined,
  };
  return [
    suggested.length === 0 ? [none] : suggested,
    [
      {
        id: "add-to-dictionary",
        label: t("writing:spelling.add"),
        disabled: !isWritable(),
        onSelect: () => void attempt(() => addToDictionary(word.text)),
      },
      {
        id: "ignore-spelling",
        label: t("writing:spelling.ignore"),
        onSelect: () => ignoreSpelling(word.text),
      },
    ],
  ];
}

// What the author changes in one field of the bible: its text, its lock, its name, and whether it is there.
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFailureWords } from "@/components/failure-state";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { useKept } from "@/desk/use-kept";
import { call, toFailure } from "@/ipc/host";
import type { BibleField } from "@/ipc/types";

/** Debounce before a text is saved, ms. */
const SAVE_DEBOUNCE = 800;

/** The text and the lock of a field, with the acts on it; `name` is its name in the author's language. */
export function useBibleField(field: BibleField, name: string) {
  const { t } = useTranslation("bible");
  const words = useFailureWords();
  // Pending text is saved under the field's current name, and discarded if the field was removed.
  const key = useRef<string | null>(field.key);
  const value = useKept({
    stored: field.value,
    keep: (next) => call("bible.set", { key: key.current ?? field.key, value: next }),
    allowed: () => key.current !== null,
    after: SAVE_DEBOUNCE,
  });
  const locked = useKept({
    stored: field.locked,
    keep: (next) => call("bible.set", { key: key.current ?? field.key, locked: next }),
    allowed: () => key.current !== null,
    after: 0,
  });
  /** Returns why the new name is refused; undefined if it is not. */
  const rename = async (to: string): Promise<string | undefined> => {
    try {
      value.flush();
      await call("bible.set", { key: field.key, rename: to });
      key.current = to;
      return undefined;
    } catch (thrown) {
      const failure = toFailure(thrown);
      return failure.code === "name_taken" ? t("taken", { name: to }) : words(failure).title;
    }
  };
  const remove = () =>
    attempt(async () => {
      const typed = value.value;
      key.current = null;
      const { locked: held } = await call("bible.remove", { key: field.key }).catch((thrown: unknown) => {
        key.current = field.key;
        throw thrown;
      });
      notify({
        text: t("removed", { name }),
        action: {
          label: t("undo"),
          onSelect: () =>
            void attempt(() => call("bible.set", { key: field.key, value: typed, locked: held })),
        },
      });
    });
  return { value, locked, rename, remove };
}

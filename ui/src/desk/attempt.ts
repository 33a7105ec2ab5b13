// Acts that begin outside of a dialog: when one fails the author is told, in their language.
import i18next from "i18next";
import { toFailure } from "@/ipc/host";
import { notify } from "./notices";

/** Runs an act; a failure is told. Answers what it gave, or undefined. */
export async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (thrown) {
    const { code } = toFailure(thrown);
    const words = (part: string) => i18next.t(`components:failures.${code}.${part}`);
    notify({
      tone: "danger",
      text: words("title"),
      detail: [words("safe"), words("todo")].join(i18next.language.startsWith("zh") ? "" : " "),
    });
    return undefined;
  }
}

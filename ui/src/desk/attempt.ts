// Runs acts started outside a dialog and reports their failure to the author in a notice.
import i18next from "i18next";
import { toFailure } from "@/ipc/host";
import { notify } from "./notices";

/** Runs an act and shows a notice when it fails. Returns its result, or undefined after a failure. */
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

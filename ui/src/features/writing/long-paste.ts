// The notice of a long paste: how much it is, and that it does not count as written.
import i18next from "i18next";
import { figure } from "@/components/figures";
import { countingNow } from "@/desk/counting";
import { count } from "@/desk/counts";
import { notify } from "@/desk/notices";

/** Says how much was pasted, in the unit of the novel; nothing if it cannot be counted. */
export async function tellLongPaste(text: string): Promise<void> {
  const { rule, unit } = countingNow();
  const totals = await count(text).catch(() => null);
  if (totals === null) return;
  notify({ text: i18next.t("writing:longPaste", { n: figure(totals[rule]), context: unit }) });
}

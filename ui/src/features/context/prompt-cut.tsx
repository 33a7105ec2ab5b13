// Warning that the server silently read less than was sent, with figures if the receipt has them.
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import type { GenerationCard } from "@/ipc/types";

/**
 * The approximate number of tokens sent and the number the server reports; null unless there was a single request,
 * since the usage is the sum of all requests.
 */
function readOf({ generation: { tokens }, receipt }: GenerationCard): { sent: number; read: number } | null {
  if (receipt === null || receipt.rounds.length > 0 || tokens.estimated === true) return null;
  const sent = receipt.layers.reduce((sum, { used }) => sum + used, receipt.budget.fixed);
  // Some servers count cached tokens separately from the prompt.
  const read = tokens.cached > tokens.prompt ? tokens.prompt + tokens.cached : tokens.prompt;
  return read > 0 && read < sent ? { sent, read } : null;
}

export function PromptCut({ card }: { card: GenerationCard }) {
  const { t } = useTranslation("context");
  if (card.generation.prompt_cut !== true) return null;
  const figures = readOf(card);
  return (
    <div className="flex gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-sm text-warning">
      <TriangleAlert size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-medium break-words">{t("promptCut.title")}</p>
        {figures !== null && (
          <p className="text-xs break-words tabular-nums">
            {t("promptCut.figures", { sent: figure(figures.sent), read: figure(figures.read) })}
          </p>
        )}
        <p className="text-xs break-words">{t("promptCut.text")}</p>
      </div>
    </div>
  );
}

// Shown when text was omitted for lack of room and the context length was only assumed: where to set it.
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { openDialog } from "@/desk/desk";
import { useProviders } from "@/desk/providers";
import type { ContextPart, ContextPreview } from "@/ipc/types";

/** Whether a part did not fit. */
function lacksRoom({ fate }: ContextPart): boolean {
  return fate.kind === "cut" || (fate.kind === "dropped" && fate.reason.kind === "over_budget");
}

export function AssumedWindow({
  target,
  budget,
  parts,
}: Pick<ContextPreview, "target" | "budget" | "parts">) {
  const { t } = useTranslation("context");
  const view = useProviders().data?.providers.find(({ provider }) => provider.id === target?.provider);
  if (target === null || view === undefined || !parts.some(lacksRoom)) return null;
  const model = view.provider.models.find(({ name }) => name === target.model);
  if (typeof model?.context_tokens === "number") return null;
  return (
    <div className="flex gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-sm text-warning">
      <TriangleAlert size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className="break-words">{t("assumed.text", { model: target.model, n: figure(budget.window) })}</p>
        <Button
          size="sm"
          onClick={() => openDialog({ name: "models", section: "providers", provider: target.provider })}
        >
          {t("assumed.set")}
        </Button>
      </div>
    </div>
  );
}

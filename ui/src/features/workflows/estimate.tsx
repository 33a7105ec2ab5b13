// The cost of a run and the models it uses, before it starts.
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import type { RunEstimate } from "@/ipc/types";
import { asksWords, estimateWords } from "./say";

export function Estimate({ estimate, className }: { estimate: RunEstimate; className?: string }) {
  const { t, i18n } = useTranslation("workflows");
  const { asks, least } = estimate;
  return (
    <div role="status" className={cx("flex flex-col gap-0.5 text-sm", className)}>
      <p>{estimateWords(t, estimate, i18n.language)}</p>
      {asks !== null && <p className="text-subtle">{asksWords(t, asks, i18n.language, least?.asks)}</p>}
    </div>
  );
}

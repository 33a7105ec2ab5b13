// A fix: its tool, what the fence said, the words it offered, and the verdict.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { LongText } from "@/components/long-text";
import { showGeneration } from "@/desk/desk";
import type { MendFixView } from "@/ipc/types";
import { refusalWords } from "./say";

export function Attempt({ fix }: { fix: MendFixView }) {
  const { t } = useTranslation("mending");
  const { round, tool, applied, verification, words, refusal, verdict, generation, qc } = fix;
  const line = t("attempt.line", { round, tool: t(`tool.${tool}`), applied: t(`applied.${applied}`) });
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm">
      <p className="text-xs break-words text-faint tabular-nums">
        {applied === "applied" ? `${line}${t("between")}${t(`verification.${verification}`)}` : line}
      </p>
      {refusal !== null && <p className="break-words text-warning">{refusalWords(t, refusal)}</p>}
      {qc !== null && <p className="text-xs break-words text-warning">{t(`qc.${qc}`)}</p>}
      {words !== null && (
        <div className="flex min-w-0 flex-col">
          <span className="text-xs text-faint">{t("attempt.words")}</span>
          {words === "" ? (
            <span className="text-subtle">{t("attempt.deleted")}</span>
          ) : (
            <LongText text={words} lines={3} isReading />
          )}
        </div>
      )}
      {verdict !== null && (
        <div className="flex min-w-0 flex-col">
          <span className="text-xs text-faint tabular-nums">
            {[
              t("attempt.verdict"),
              t(`verification.${verdict.outcome}`),
              t("attempt.sure", { percent: Math.round(verdict.confidence * 100) }),
            ].join(t("between"))}
          </span>
          {verdict.quote !== "" && (
            <blockquote className="border-l-2 border-line pl-2 font-reading break-words text-subtle">
              {verdict.quote}
            </blockquote>
          )}
        </div>
      )}
      {generation !== null && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => showGeneration(generation)}>
          {t("attempt.receipt")}
        </Button>
      )}
    </div>
  );
}

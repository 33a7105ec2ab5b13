// A short card of a finding, shown beside its passage.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { findingWords } from "@/components/finding-words";
import { SeveritySign } from "@/components/severity-sign";
import { openDialog, showItem, useDesk } from "@/desk/desk";
import type { FindingView } from "@/ipc/types";
import { replace, waive } from "./acts";

interface FindingCardProps {
  finding: FindingView;
  /** An act was done: the card closes. */
  onLeave: () => void;
}

export function FindingCard({ finding, onLeave }: FindingCardProps) {
  const { t } = useTranslation("findings");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { rule, severity, replacement, evidence } = finding;
  const [, second] = evidence;
  return (
    <section aria-label={t(`rules.${rule}.name`)} className="flex flex-col gap-2">
      <header className="flex min-w-0 items-center gap-1.5">
        <SeveritySign severity={severity} />
        <h3 className="min-w-0 text-sm font-semibold break-words">{t(`rules.${rule}.name`)}</h3>
        <span className="ml-auto shrink-0 text-xs text-faint">{t(`severity.${severity}`)}</span>
      </header>
      <p className="break-words">{findingWords(t, finding)}</p>
      {second !== undefined && (
        <blockquote className="line-clamp-3 border-l-2 border-line pl-2 font-reading text-sm break-words text-subtle">
          {second.quote}
          <span className="block font-ui text-xs text-faint">{second.chapter_title}</span>
        </blockquote>
      )}
      <footer className="flex flex-wrap gap-1.5 border-t border-line pt-2">
        {replacement !== null && writable && (
          <Button
            size="sm"
            variant="primary"
            onClick={() => {
              onLeave();
              void replace(finding);
            }}
          >
            {replacement === "" ? t("replace.delete") : t("replace.with", { words: replacement })}
          </Button>
        )}
        <Button
          size="sm"
          onClick={() => {
            onLeave();
            showItem("finding", finding.id);
          }}
        >
          {t("open")}
        </Button>
        {writable && (
          <Button
            size="sm"
            aria-label={t("mend.of", { words: findingWords(t, finding) })}
            onClick={() => {
              onLeave();
              openDialog({ name: "mend-finding", finding: finding.id, words: findingWords(t, finding) });
            }}
          >
            {t("mend.open")}
          </Button>
        )}
        {writable && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              onLeave();
              void waive(finding.id, "once", "");
            }}
          >
            {t("waive.scopes.once.label")}
          </Button>
        )}
      </footer>
    </section>
  );
}

// The full finding, below its row: every passage with a link, what it contradicts, and the available acts.
import { ArrowUpRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { findingWords } from "@/components/finding-words";
import { useToday } from "@/components/use-today";
import { goToAgainst, hasPlace } from "@/desk/against";
import { openDialog, useDesk } from "@/desk/desk";
import type { FindingView } from "@/ipc/types";
import { type Evidence, goToEvidence, replace, unwaive } from "./acts";
import { Quoted } from "./quoted";
import { WaiveForm } from "./waive-form";

export function FindingDetail({ finding }: { finding: FindingView }) {
  const { t } = useTranslation("findings");
  const [waiving, setWaiving] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const left = useRef(false);
  // Leaving the form returns the focus to where it was opened.
  useEffect(() => {
    if (!waiving && left.current) opener.current?.focus();
    left.current = waiving;
  }, [waiving]);
  const writable = useDesk(({ project }) => project?.writable === true);
  const { evidence, against, replacement, found_by, confidence, state } = finding;
  const facts = [
    t(`kinds.${finding.kind}`),
    t(`severity.${finding.severity}`),
    t("sure", { percent: Math.round(confidence * 100) }),
  ];
  return (
    <div className="flex min-w-0 flex-col gap-2 px-2 pt-1 pb-3">
      <ol aria-label={t("evidence")} className="flex min-w-0 flex-col gap-1.5">
        {evidence.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages stay in their order
          <li key={at}>
            <Passage evidence={one} n={at + 1} many={evidence.length > 1} />
          </li>
        ))}
      </ol>
      {against !== null && (
        <div className="flex min-w-0 items-center gap-1.5 text-sm">
          <span className="shrink-0 text-xs text-faint">{t("against")}</span>
          {hasPlace(against) ? (
            <button
              type="button"
              onClick={() => goToAgainst(against)}
              className="min-w-0 rounded-sm text-left break-words text-accent hover:text-accent-hover hover:underline"
            >
              {against.title}
            </button>
          ) : (
            <span className="min-w-0 break-words">{against.title}</span>
          )}
        </div>
      )}
      <p className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-faint tabular-nums">
        <span>{facts.join(t("between"))}</span>
        {found_by.by === "model" && <Badge>{found_by.model}</Badge>}
      </p>
      <Waiver finding={finding} />
      {writable && state === "open" && !waiving && (
        <div className="flex flex-wrap gap-1.5">
          {replacement !== null && (
            <Button size="sm" variant="primary" onClick={() => void replace(finding)}>
              {replacement === "" ? t("replace.delete") : t("replace.with", { words: replacement })}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={t("mend.of", { words: findingWords(t, finding) })}
            onClick={() =>
              openDialog({ name: "mend-finding", finding: finding.id, words: findingWords(t, finding) })
            }
          >
            {t("mend.open")}
          </Button>
          <Button ref={opener} size="sm" onClick={() => setWaiving(true)}>
            {t("waive.open")}
          </Button>
        </div>
      )}
      {waiving && <WaiveForm finding={finding} onClose={() => setWaiving(false)} />}
    </div>
  );
}

function Passage({ evidence, n, many }: { evidence: Evidence; n: number; many: boolean }) {
  const { t } = useTranslation("findings");
  const { chapter_title, standing, chapter } = evidence;
  const where = chapter === null ? t("notInBook") : chapter_title || t("unnamed");
  return (
    <button
      type="button"
      onClick={() => void goToEvidence(evidence)}
      className="group flex w-full min-w-0 items-start gap-1.5 rounded-md border border-line bg-surface-raised px-2 py-1.5 text-left transition-colors hover:bg-surface-hover"
    >
      <span className="sr-only">{t("goTo")}</span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-xs break-words text-faint">
          {many ? t("nth", { n, where }) : where}
          {standing === null && <span className="text-warning">{t("moved")}</span>}
        </span>
        <Quoted evidence={evidence} className="line-clamp-4 text-sm" />
      </span>
      <ArrowUpRight
        size={14}
        strokeWidth={1.75}
        aria-hidden
        className="mt-0.5 shrink-0 text-faint group-hover:text-ink"
      />
    </button>
  );
}

function Waiver({ finding: { id, waiver } }: { finding: FindingView }) {
  const { t, i18n } = useTranslation("findings");
  const today = useToday();
  const writable = useDesk(({ project }) => project?.writable === true);
  if (waiver === null) return null;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 text-sm">
      <p className="text-xs text-faint">
        {t("waive.was", {
          scope: t(`waive.scopes.${waiver.scope}.label`),
          when: momentWithin(waiver.at, today, i18n.language),
        })}
      </p>
      {waiver.reason !== "" && <p className="break-words select-text">{waiver.reason}</p>}
      {writable && (
        <Button size="sm" onClick={() => void unwaive(id)}>
          {t("waive.takeBack")}
        </Button>
      )}
    </div>
  );
}

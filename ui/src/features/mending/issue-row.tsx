// An issue of a mending: what is wrong, what became of it, its fixes, and the author's decisions.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge, type BadgeTone } from "@/components/badge";
import { Button } from "@/components/button";
import { Disclosure } from "@/components/disclosure";
import { figure } from "@/components/figures";
import { findingWords } from "@/components/finding-words";
import { SeveritySign } from "@/components/severity-sign";
import { goToAgainst, hasPlace } from "@/desk/against";
import { openDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { IssueState, MendedSceneView, MendIssueView } from "@/ipc/types";
import { decide, goToIssue } from "./acts";
import { align } from "./align";
import { Attempt } from "./attempt";
import type { Standing } from "./runs";
import { SettingChange } from "./setting-change";

const TONES: Record<IssueState, BadgeTone> = {
  new: "neutral",
  in_progress: "accent",
  resolved: "success",
  recurrence: "warning",
  partial: "warning",
  deferred: "neutral",
};

/** An issue in words: its rule, the sentence, and its state. */
export function IssueHead({ issue, noState = false }: { issue: MendIssueView; noState?: boolean }) {
  const { t } = useTranslation("mending");
  const { rule, severity, state, finding, is_elsewhere, related, by_author } = issue;
  const facts = [
    t(`findings:rules.${rule}.name`),
    finding === null ? t("issue.brought") : "",
    is_elsewhere ? t("issue.elsewhere") : "",
    related > 0 ? t("issue.related", { n: figure(related) }) : "",
  ];
  return (
    <div className="flex min-w-0 items-start gap-2">
      <span className="mt-0.5">
        <SeveritySign severity={severity} />
        <span className="sr-only">{t(`findings:severity.${severity}`)}</span>
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="min-w-0 text-xs break-words text-faint tabular-nums">
          {facts.filter(Boolean).join(t("between"))}
        </p>
        <p className="text-sm break-words">{findingWords(t, issue)}</p>
      </div>
      {!noState && <Badge tone={TONES[state]}>{by_author ? t("byAuthor") : t(`issue.state.${state}`)}</Badge>}
    </div>
  );
}

interface IssueRowProps {
  issue: MendIssueView;
  scene: MendedSceneView;
  standing: Standing;
}

export function IssueRow({ issue, scene, standing }: IssueRowProps) {
  const { t } = useTranslation("mending");
  const { reason, qc, fixes, state } = issue;
  const writable = useDesk(({ project }) => project?.writable === true);
  // While a step works on it, its revision changes under the author's hand.
  const isMine = writable && (standing === "waiting" || standing === "stopped") && scene.fate === "open";
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <IssueHead issue={issue} />
      {reason !== null && state === "deferred" && (
        <p className="pl-6 text-xs break-words text-subtle">{t(`issue.reason.${reason}`)}</p>
      )}
      {qc !== null && <p className="pl-6 text-xs break-words text-warning">{t(`qc.${qc}`)}</p>}
      <div className="pl-6">
        {fixes.length > 0 && (
          <Disclosure title={t("issue.attempts")}>
            <Attempts issue={issue} />
          </Disclosure>
        )}
        <SettingChange issue={issue} isMine={isMine} />
        <IssueActs issue={issue} isMine={isMine} scene={scene} />
      </div>
    </div>
  );
}

/** The fixes of an issue; the newest ones of a mending that is at work. */
function Attempts({ issue }: { issue: MendIssueView }) {
  const { t } = useTranslation("mending");
  const { data } = useAnswer("mend.issue", { issue: issue.id });
  const { fixes } = data ?? issue;
  if (fixes.length === 0) return <p className="text-sm text-subtle">{t("issue.noAttempts")}</p>;
  return (
    <ol aria-label={t("issue.attempts")} className="flex min-w-0 flex-col gap-2">
      {fixes.map((fix) => (
        <li key={fix.attempt}>
          <Attempt fix={fix} />
        </li>
      ))}
    </ol>
  );
}

function IssueActs({ issue, scene, isMine }: Omit<IssueRowProps, "standing"> & { isMine: boolean }) {
  const { t } = useTranslation("mending");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const [aligning, setAligning] = useState(false);
  const { state, reason, finding, qc } = issue;
  const canRefuse = isMine && state !== "deferred" && state !== "resolved";
  const canReopen = isMine && state === "deferred" && reason !== "canon";
  return (
    <div className="-ml-2 flex flex-wrap gap-1 pt-1">
      <Button size="sm" variant="ghost" onClick={() => void goToIssue(issue)}>
        {t("issue.goTo")}
      </Button>
      {canRefuse && (
        <Button size="sm" busy={busy} onClick={() => void act(() => decide(issue, "refuse"))}>
          {t("issue.refuse")}
        </Button>
      )}
      {canReopen && (
        <Button size="sm" busy={busy} onClick={() => void act(() => decide(issue, "reopen"))}>
          {reason === "ask_first" ? t("issue.agree") : t("issue.reopen")}
        </Button>
      )}
      {writable && finding !== null && state !== "resolved" && (
        <Button size="sm" variant="ghost" onClick={() => openDialog({ name: "waive-finding", finding })}>
          {t("issue.intended")}
        </Button>
      )}
      <CanonButton issue={issue} />
      {isMine && qc === "QC-013" && !aligning && (
        <Button size="sm" onClick={() => setAligning(true)}>
          {t("align.open")}
        </Button>
      )}
      {aligning && (
        <div className="flex w-full flex-col items-start gap-1.5 rounded-md border border-line p-2">
          <p className="text-xs break-words text-subtle">{t("align.text")}</p>
          <Button
            size="sm"
            busy={busy}
            onClick={() => void act(async () => setAligning(!(await align(issue, scene))))}
          >
            {t("align.do")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Opens the canon item that an issue contradicts. */
export function CanonButton({ issue: { against } }: { issue: MendIssueView }) {
  const { t } = useTranslation("mending");
  if (against === null || !hasPlace(against)) return null;
  return (
    <Button size="sm" variant="ghost" onClick={() => goToAgainst(against)}>
      {t("issue.canon")}
    </Button>
  );
}

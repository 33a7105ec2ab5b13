// The mendings that have not ended, above the list of findings: a line each, with its acts.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { money } from "@/components/money";
import { useAnswer } from "@/ipc/queries";
import type { MendingView } from "@/ipc/types";
import { showMending } from "./acts";
import { standingOf, useRunsAtWork } from "./runs";
import { roundWords } from "./say";
import { SessionActs } from "./session-acts";
import { useSessionName } from "./use-name";

export function OpenMendings() {
  const { t } = useTranslation("mending");
  const { data, error, refetch } = useAnswer("mend.list", { open: true });
  if (error !== null) {
    return (
      <div className="border-b border-line px-3 py-2">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined || data.sessions.length === 0) return null;
  return (
    <ul
      aria-label={t("list")}
      className="flex max-h-2/5 shrink-0 flex-col overflow-y-auto border-b border-line bg-surface-raised"
    >
      {data.sessions.map((session) => (
        <li
          key={session.id}
          data-mending={session.id}
          className="flex min-w-0 flex-col gap-1 border-t border-line px-3 py-2 first:border-0"
        >
          <Line session={session} />
        </li>
      ))}
    </ul>
  );
}

function Line({ session }: { session: MendingView }) {
  const { t, i18n } = useTranslation("mending");
  const atWork = useRunsAtWork();
  const standing = standingOf(session, atWork);
  const { issues, spent } = session;
  const facts = [
    roundWords(t, session, standing === "working"),
    issues.resolved > 0 ? t("mended", { n: figure(issues.resolved) }) : "",
    spent.cost === undefined ? "" : money(spent.cost.micros, spent.cost.currency, i18n.language),
  ];
  const name = useSessionName(session);
  return (
    <>
      <div className="flex min-w-0 items-start gap-1.5">
        <button
          type="button"
          aria-label={t("of", { act: t("acts.show"), name })}
          onClick={() => showMending(session.id)}
          className="min-w-0 flex-1 rounded-sm text-left text-sm break-words hover:text-accent hover:underline"
        >
          {name}
        </button>
        <Badge tone={standing === "waiting" ? "accent" : standing === "stopped" ? "warning" : "neutral"}>
          {t(`status.${standing}`)}
        </Badge>
      </div>
      <p role="status" className="text-xs text-faint tabular-nums empty:hidden">
        {facts.filter(Boolean).join(t("between"))}
      </p>
      <SessionActs session={session} standing={standing} />
    </>
  );
}

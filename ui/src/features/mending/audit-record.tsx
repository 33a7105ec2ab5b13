// What was done in a mending, in order; folded, and read in pages.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { clockTime } from "@/components/days";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { type Answer, call, toFailure } from "@/ipc/host";
import type { Failure, MendSessionId } from "@/ipc/types";
import { actorWords } from "./say";

type Entry = Answer<"mend.audit">["entries"][number];

/** Entries that the backend gives at once. */
const PAGE_SIZE = 1000;

interface AuditRecordProps {
  session: MendSessionId;
  /** Rises with every change: the record is read on. */
  version: number;
}

export function AuditRecord(props: AuditRecordProps) {
  const { t } = useTranslation("mending");
  return (
    <Disclosure heading="h4" title={t("log.title")}>
      <Entries {...props} />
    </Disclosure>
  );
}

function Entries({ session, version }: AuditRecordProps) {
  const { t, i18n } = useTranslation("mending");
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pages, setPages] = useState(1);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` and `turn` read it again
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      setFailure(null);
      const all: Entry[] = [];
      for (let page = 0; page < pages; page += 1) {
        const { entries: next } = await call("mend.audit", { session, after: all.at(-1)?.id ?? null });
        all.push(...next);
        if (next.length < PAGE_SIZE) break;
      }
      if (isWanted) setEntries(all);
    };
    read().catch((thrown) => isWanted && setFailure(toFailure(thrown)));
    return () => {
      isWanted = false;
    };
  }, [session, version, pages, turn]);
  if (failure !== null) return <FailureState failure={failure} onRetry={() => setTurn(turn + 1)} />;
  if (entries === null) return <LoadingState rows={4} />;
  if (entries.length === 0) return <p className="text-sm text-subtle">{t("log.none")}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ol
        aria-label={t("log.title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll a long record
        tabIndex={0}
        className="flex max-h-80 min-w-0 flex-col gap-1 overflow-y-auto rounded-md bg-surface-sunken p-2"
      >
        {entries.map(({ id, at, action, actor, issue, tool, qc }) => (
          <li key={id} className="min-w-0 text-xs break-words select-text">
            <span className="text-faint tabular-nums">{clockTime(at, i18n.language)}</span>{" "}
            <span>{t(`log.actions.${action}`)}</span>
            <span className="text-subtle">
              {[
                "",
                actorWords(t, actor),
                issue === null ? "" : t("log.issue", { n: issue }),
                tool === null ? "" : t(`tool.${tool}`),
                qc === null ? "" : t(`qc.${qc}`),
              ]
                .filter((part, place) => place === 0 || part !== "")
                .join(t("between"))}
            </span>
          </li>
        ))}
      </ol>
      {entries.length >= pages * PAGE_SIZE && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setPages(pages + 1)}>
          {t("log.more")}
        </Button>
      )}
    </div>
  );
}

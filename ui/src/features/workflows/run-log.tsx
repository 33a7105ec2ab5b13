// The log of a run, in order, loaded incrementally.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { type Answer, call, toFailure } from "@/ipc/host";
import type { Failure, RunId } from "@/ipc/types";
import { copyLog } from "./acts";
import { zh } from "./words";

type RunEvent = Answer<"workflow.events">["events"][number];

/** Events per request. */
const PAGE_SIZE = 200;
/** Maximum events shown: the last ones. */
const MAX_EVENTS = 1000;

interface RunLogProps {
  run: RunId;
  /** The run's last event. */
  cursor: number;
  /** Titles of the steps. */
  titles: ReadonlyMap<string, string>;
}

export function RunLog(props: RunLogProps) {
  const { t } = useTranslation("workflows");
  return (
    <Disclosure heading="h4" title={t("log.title")}>
      <Events {...props} />
    </Disclosure>
  );
}

function useEvents(run: RunId, cursor: number) {
  const [events, setEvents] = useState<readonly RunEvent[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turn, setTurn] = useState(0);
  const after = useRef(0);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      setFailure(null);
      for (;;) {
        const page = await call("workflow.events", { run, after: after.current, limit: PAGE_SIZE });
        if (!isWanted) return;
        after.current = page.cursor;
        setEvents((before) => [...(before ?? []), ...page.events].slice(-MAX_EVENTS));
        if (page.events.length < PAGE_SIZE) return;
      }
    };
    if (after.current < cursor || turn > 0 || after.current === 0)
      read().catch((thrown) => isWanted && setFailure(toFailure(thrown)));
    return () => {
      isWanted = false;
    };
  }, [run, cursor, turn]);
  return { events, failure, again: () => setTurn((now) => now + 1) };
}

function Events({ run, cursor, titles }: RunLogProps) {
  const { t, i18n } = useTranslation("workflows");
  const { events, failure, again } = useEvents(run, cursor);
  const clock = new Intl.DateTimeFormat(i18n.language, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  if (failure !== null) return <FailureState failure={failure} onRetry={again} />;
  if (events === null) return <LoadingState rows={4} />;
  if (events.length === 0) return <p className="text-sm text-subtle">{t("log.none")}</p>;
  const text = events.map(({ at, node, item, kind, data }) =>
    [new Date(at).toISOString(), kind, node ?? "", item ?? "", JSON.stringify(data)].join("\t"),
  );
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ol
        aria-label={t("log.title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll a long log
        tabIndex={0}
        className="flex max-h-80 min-w-0 flex-col gap-1 overflow-y-auto rounded-md bg-surface-sunken p-2"
      >
        {events.map(({ seq, at, node, item, kind, data }) => (
          <li key={seq} className="min-w-0 text-xs break-words select-text">
            <span className="text-faint tabular-nums">{clock.format(at)}</span>{" "}
            <span>{isKnown(kind) ? t(`log.kinds.${kind}`) : kind}</span>
            {node !== null && <span className="text-subtle"> {titles.get(node) || node}</span>}
            {item !== null && <span className="text-subtle tabular-nums"> #{item + 1}</span>}
            {data !== null && !isEmpty(data) && (
              <span className="block font-mono break-all text-faint">{JSON.stringify(data)}</span>
            )}
          </li>
        ))}
      </ol>
      <Button size="sm" variant="ghost" className="self-start" onClick={() => void copyLog(text.join("\n"))}>
        {t("log.copy")}
      </Button>
    </div>
  );
}

/** Another program version may log kinds without words here. */
const isKnown = (kind: string): kind is keyof typeof zh.log.kinds => Object.hasOwn(zh.log.kinds, kind);

function isEmpty(data: NonNullable<RunEvent["data"]>): boolean {
  return typeof data === "object" && Object.keys(data).length === 0;
}

// The result of a step, by kind, with a link to where it is used.
import { useTranslation } from "react-i18next";
import { Badge, type BadgeTone } from "@/components/badge";
import { Button } from "@/components/button";
import { Disclosure } from "@/components/disclosure";
import { figure } from "@/components/figures";
import { LongText } from "@/components/long-text";
import { attempt } from "@/desk/attempt";
import { goToChapter } from "@/desk/navigation";
import type { NodeResult, RunSummary, Severity } from "@/ipc/types";
import { review, showFindings } from "./acts";
import { Json } from "./json";
import { KeyEvents } from "./key-events";
import { Suggestions } from "./suggestions";

type Of<K extends NodeResult["kind"]> = NodeResult & { kind: K };

export function StepResult({ run, result }: { run: RunSummary; result: NodeResult }) {
  switch (result.kind) {
    case "summary":
      return (
        <div className="flex min-w-0 flex-col gap-2">
          <LongText text={result.text} lines={6} />
          <KeyEvents events={result.key_events} />
        </div>
      );
    case "proposals":
      return <Proposals result={result} />;
    case "findings":
      return <Findings chapter={run.chapter} result={result} />;
    case "suggestions":
      return <Suggestions chapter={result.chapter} />;
    case "counts":
      return <Counts result={result} />;
    case "report":
      return <Report result={result} />;
    case "other":
      return <Other result={result} />;
  }
}

function Proposals({ result }: { result: Of<"proposals"> }) {
  const { t } = useTranslation("workflows");
  const { batch, applied, pending, rejected, dropped = 0 } = result;
  const unreadable = dropped > 0 && (
    <p className="text-sm text-subtle">{t("result.unreadable", { n: figure(dropped) })}</p>
  );
  if (applied + pending + rejected === 0)
    return (
      <>
        <p className="text-sm text-subtle">{t("result.noProposals")}</p>
        {unreadable}
      </>
    );
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <p className="text-sm break-words tabular-nums">
        {t("result.proposals", {
          applied: figure(applied),
          pending: figure(pending),
          rejected: figure(rejected),
        })}
      </p>
      {unreadable}
      {(batch !== null || pending > 0) && (
        <Button size="sm" onClick={() => review(batch)}>
          {pending > 0 ? t("result.reviewN", { n: figure(pending) }) : t("result.look")}
        </Button>
      )}
    </div>
  );
}

const SEVERITIES: readonly Severity[] = ["critical", "high", "medium", "low"];
const TONES: Record<Severity, BadgeTone> = {
  critical: "danger",
  high: "danger",
  medium: "warning",
  low: "neutral",
};

function Findings({ chapter, result }: { chapter: number | null; result: Of<"findings"> }) {
  const { t } = useTranslation("workflows");
  const { found, by_severity, chapters } = result;
  const many = chapters > 1 ? t("result.inChapters", { n: figure(chapters) }) : "";
  if (found === 0) return <p className="text-sm text-subtle">{t("result.noFindings", { many })}</p>;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <p className="flex flex-wrap items-center gap-1.5 text-sm tabular-nums">
        <span>{t("result.findings", { n: figure(found), many })}</span>
        {SEVERITIES.filter((name) => by_severity[name] > 0).map((name) => (
          <Badge key={name} tone={TONES[name]}>
            {t("result.severity", { name: t(`severity.${name}`), n: figure(by_severity[name]) })}
          </Badge>
        ))}
      </p>
      <Button size="sm" onClick={() => void showFindings(chapter)}>
        {t("result.toFindings")}
      </Button>
    </div>
  );
}

/** Known counts of handlers; other counts use their own name. */
const COUNTED = ["chapters", "scenes", "texts", "paragraphs", "passages", "pending"] as const;

function Counts({ result: { counts } }: { result: Of<"counts"> }) {
  const { t } = useTranslation("workflows");
  const nameOf = (name: string) => {
    const known = COUNTED.find((one) => one === name);
    return known === undefined ? name : t(`counted.${known}`);
  };
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 text-sm">
      {counts.map(({ name, count }) => (
        <div key={name} className="contents">
          <dt className="min-w-0 break-words text-subtle">{nameOf(name)}</dt>
          <dd className="text-right tabular-nums">{figure(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Visible lines of a report; the rest expands. */
const SHOWN_LINES = 8;

function Report({ result: { lines } }: { result: Of<"report"> }) {
  const { t } = useTranslation("workflows");
  const row = ({ title, text, chapter }: (typeof lines)[number], at: number) => (
    <li key={at} className="flex min-w-0 flex-col items-start gap-0.5">
      {chapter === null ? (
        <span className="max-w-full text-sm font-medium break-words">{title}</span>
      ) : (
        <button
          type="button"
          onClick={() => void attempt(() => goToChapter(chapter))}
          className="max-w-full rounded-sm text-left text-sm font-medium break-words text-accent hover:text-accent-hover hover:underline"
        >
          {title}
        </button>
      )}
      {text !== "" && <span className="max-w-full text-sm break-words text-subtle select-text">{text}</span>}
    </li>
  );
  const rest = lines.slice(SHOWN_LINES);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <ul className="flex min-w-0 flex-col gap-1.5">{lines.slice(0, SHOWN_LINES).map(row)}</ul>
      {rest.length > 0 && (
        <Disclosure title={t("result.moreLines", { n: figure(rest.length) })}>
          <ul className="flex min-w-0 flex-col gap-1.5">{rest.map(row)}</ul>
        </Disclosure>
      )}
    </div>
  );
}

function Other({ result: { json } }: { result: Of<"other"> }) {
  const { t } = useTranslation("workflows");
  if (json === null) return null;
  return (
    <Disclosure title={t("result.other")}>
      <Json value={json} />
    </Disclosure>
  );
}

// A step of the profile in a report: what it did in sentences, its cost, and the technical details behind a disclosure.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { useLocalized } from "@/components/localized";
import { money } from "@/components/money";
import { fieldOf } from "@/desk/report";
import { useShownStep } from "@/desk/shown-step";
import type { JsonValue, ReportStep } from "@/ipc/types";
import { MendedPassages, StepRequests } from "./step-requests";
import { endOf } from "./step-sentences";

const wordsOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

interface StepRowProps {
  step: ReportStep;
  /** What it did. */
  sentences: readonly string[];
  /** Whether the author asked for this step: it is open, in view and focused. */
  isAskedFor: boolean;
}

export function StepRow({ step, sentences, isAskedFor }: StepRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isAskedFor) return;
    row.current?.scrollIntoView?.({ block: "nearest" });
    const heading = row.current?.querySelector("button");
    if (heading?.getAttribute("aria-expanded") === "false") heading.click();
    heading?.focus();
    useShownStep.setState({ at: null });
  }, [isAskedFor]);
  const { t, i18n } = useTranslation("context");
  const title = useLocalized();
  const end = endOf(step);
  const status = t(`report.statuses.${end}`);
  const seconds = step.millis === null || end === "left_out" ? "" : (step.millis / 1000).toFixed(1);
  const { cost } = step;
  const facts = [
    seconds === "" ? status : t("report.took", { status, n: seconds }),
    ...(cost === null ? [] : [money(cost.micros, cost.currency, i18n.language)]),
  ];
  return (
    <li ref={row}>
      <Disclosure
        title={<span className="font-normal">{title(step.title)}</span>}
        begins={end === "failed" ? "open" : "folded"}
        aside={
          <span
            className={`shrink-0 text-xs tabular-nums ${end === "failed" ? "text-warning" : "text-faint"}`}
          >
            {facts.join(" · ")}
          </span>
        }
      >
        <div className="flex flex-col gap-1.5 pl-5 text-sm">
          <p className={end === "failed" ? "text-warning" : undefined}>{sentences.join(t("report.join"))}</p>
          <StepBody step={step} />
        </div>
      </Disclosure>
    </li>
  );
}

function StepBody({ step }: { step: ReportStep }) {
  const { t } = useTranslation("context");
  const all = Array.isArray(step.effects) ? step.effects : [];
  const doing = (what: string) => all.filter((effect) => fieldOf(effect, "do") === what);
  return (
    <>
      <p className="text-xs text-subtle">
        {[
          t(`report.phases.${step.phase}`),
          ...(step.model === null ? [] : [step.model]),
          ...(step.attempt > 1 ? [t("report.attempts", { n: step.attempt })] : []),
        ].join(" · ")}
      </p>
      {doing("offer").map((effect) => (
        <Passage
          key={wordsOf(fieldOf(effect, "text"))}
          name={t("report.offered", { layer: t(`layers.${wordsOf(fieldOf(effect, "layer"))}`) })}
          text={wordsOf(fieldOf(effect, "text"))}
        />
      ))}
      {doing("instruct").map((effect) => (
        <Passage
          key={wordsOf(fieldOf(effect, "instruction"))}
          name={t("report.instructed")}
          text={wordsOf(fieldOf(effect, "instruction"))}
        />
      ))}
      <StepRequests requests={step.requests} />
      <MendedPassages notes={step.notes} />
      <Technical step={step} />
    </>
  );
}

/** What the program recorded, as it is. */
function Technical({ step: { handler, notes, detail } }: { step: ReportStep }) {
  const { t } = useTranslation("context");
  const record = { handler, ...(notes === null ? {} : { notes }), ...(detail === null ? {} : { detail }) };
  return (
    <Disclosure title={<span className="text-xs font-normal text-subtle">{t("step.technical")}</span>}>
      <Passage name="" text={JSON.stringify(record, null, 1)} />
    </Disclosure>
  );
}

function Passage({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex flex-col gap-0.5">
      {name !== "" && <p className="text-xs text-faint">{name}</p>}
      <p className="max-h-40 overflow-y-auto rounded-md bg-surface-sunken px-2 py-1 text-xs break-words whitespace-pre-wrap select-text">
        {text}
      </p>
    </div>
  );
}

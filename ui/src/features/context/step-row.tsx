// A step of the profile in a report: how it ended, and what it offered, made, noted.
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { useLocalized } from "@/components/localized";
import { money } from "@/components/money";
import { fieldOf, itemsOf } from "@/desk/report";
import type { JsonValue, ReportStep } from "@/ipc/types";
import { MendedPassages, StepRequests } from "./step-requests";

/** The notes that have words of their own. */
const SAID = new Set(["left_out", "derived", "text", "model", "cost", "generation", "generations"]);

/** The other notes of a step. */
function othersOf(notes: JsonValue): [string, JsonValue][] {
  if (typeof notes !== "object" || notes === null || Array.isArray(notes)) return [];
  const hasPassages = itemsOf(notes, "candidates").some((one) => fieldOf(one, "passages") !== undefined);
  return Object.entries(notes).filter(([name]) => !SAID.has(name) && !(hasPassages && name === "candidates"));
}

const wordsOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

/** How a step ended. */
export function endOf({ notes, status }: ReportStep): string {
  return fieldOf(notes, "left_out") === true ? "left_out" : status;
}

export function StepRow({ step }: { step: ReportStep }) {
  const { t } = useTranslation("context");
  const title = useLocalized();
  const isLeftOut = endOf(step) === "left_out";
  const status = t(`report.statuses.${endOf(step)}`);
  const seconds = step.millis === null || isLeftOut ? "" : (step.millis / 1000).toFixed(1);
  return (
    <li>
      <Disclosure
        title={<span className="font-normal">{title(step.title)}</span>}
        aside={
          <span className="shrink-0 text-xs text-faint tabular-nums">
            {seconds === "" ? status : t("report.took", { status, n: seconds })}
          </span>
        }
      >
        <div className="flex flex-col gap-1.5 pl-5 text-sm">
          <StepBody step={step} />
        </div>
      </Disclosure>
    </li>
  );
}

function StepBody({
  step: { phase, handler, model, cost, requests, effects, notes, detail, attempt },
}: {
  step: ReportStep;
}) {
  const { t, i18n } = useTranslation("context");
  const all = Array.isArray(effects) ? effects : [];
  const doing = (what: string) => all.filter((effect) => fieldOf(effect, "do") === what);
  const derived = itemsOf(notes, "derived").length;
  const others = othersOf(notes);
  return (
    <>
      <p className="text-xs text-faint">
        {t(`report.phases.${phase}`)} · <span className="font-mono">{handler}</span>
        {attempt > 1 && ` · ${t("report.attempts", { n: attempt })}`}
      </p>
      {(model !== null || cost !== null) && (
        <p className="text-xs text-subtle">
          {[model ?? "", cost === null ? "" : money(cost.micros, cost.currency, i18n.language)]
            .filter((part) => part !== "")
            .join(" · ")}
        </p>
      )}
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
      {doing("refuse").map((effect) => (
        <p key={wordsOf(fieldOf(effect, "reason"))} className="text-warning">
          {t("report.refused", { reason: wordsOf(fieldOf(effect, "reason")) })}
        </p>
      ))}
      <StepRequests requests={requests} />
      <MendedPassages notes={notes} />
      {derived > 0 && <p>{t("report.derived", { n: derived })}</p>}
      {others.length > 0 && (
        <Passage name={t("report.noted")} text={JSON.stringify(Object.fromEntries(others), null, 1)} />
      )}
      {detail !== null && <Passage name={t("report.detail")} text={JSON.stringify(detail, null, 1)} />}
    </>
  );
}

function Passage({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-xs text-faint">{name}</p>
      <p className="max-h-40 overflow-y-auto rounded-md bg-surface-sunken px-2 py-1 text-xs break-words whitespace-pre-wrap select-text">
        {text}
      </p>
    </div>
  );
}

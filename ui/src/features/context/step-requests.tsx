// The requests of a step to a model, each with its end and its cost, and the passages that were asked for in vain.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import { money } from "@/components/money";
import { fieldOf, itemsOf } from "@/desk/report";
import type { JsonValue, ReportStep } from "@/ipc/types";

/** Ends of a request with words of their own; the others are failures of the server. */
const ENDS = new Set(["ok", "too_short", "no_json", "misshapen", "cut", "cancelled", "timeout", "lost"]);

export function StepRequests({ requests }: { requests: ReportStep["requests"] }) {
  const { t, i18n } = useTranslation("context");
  if (requests.length === 0) return null;
  return (
    <div className="flex flex-col gap-0.5">
      <p className="text-xs text-faint">{t("report.requests", { n: requests.length })}</p>
      <ol className="flex list-decimal flex-col gap-0.5 pl-5 text-xs text-subtle tabular-nums">
        {requests.map(({ outcome, problem, model, tokens, cost, millis }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: requests stay in their order
          <li key={at} title={problem} className="break-words">
            {[
              ENDS.has(outcome) ? t(`report.ends.${outcome}`) : t("report.ends.failed", { what: outcome }),
              model,
              t(tokens.estimated === true ? "facts.tokensEstimated" : "facts.tokensOf", {
                prompt: figure(tokens.prompt),
                completion: figure(tokens.completion),
              }),
              cost == null ? "" : money(cost.micros, cost.currency, i18n.language),
              t("report.seconds", { n: (millis / 1000).toFixed(1) }),
            ]
              .filter((part) => part !== "")
              .join(" · ")}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What became of the passages that a step had a model mend. */
export function MendedPassages({ notes }: { notes: JsonValue }) {
  const { t } = useTranslation("context");
  const candidates = itemsOf(notes, "candidates").filter((one) => fieldOf(one, "passages") !== undefined);
  if (candidates.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-xs">
      {candidates.map((candidate) => {
        const [id, mended] = [fieldOf(candidate, "generation"), Number(fieldOf(candidate, "mended"))];
        const left = Number(fieldOf(candidate, "left") ?? 0);
        return (
          <li key={String(id)} className="flex flex-col gap-0.5">
            <p>
              {t(mended > 0 ? "report.mended" : left > 0 ? "report.nothingMended" : "report.nothingToMend", {
                id: String(id),
                n: mended,
                left,
              })}
            </p>
            <ul className="flex list-disc flex-col gap-0.5 pl-4 text-subtle">
              {itemsOf(candidate, "passages").map((passage) => (
                <li key={String(fieldOf(passage, "generation"))} className="break-words">
                  {String(fieldOf(passage, "issues") ?? "")}
                  {" — "}
                  <Fate why={fieldOf(passage, "why") ?? null} />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

function Fate({ why }: { why: JsonValue }) {
  const { t } = useTranslation("context");
  const kind = fieldOf(why, "kind");
  if (typeof kind !== "string") return t("report.unused.none");
  const reason = fieldOf(fieldOf(why, "refusal") ?? null, "reason");
  if (typeof reason === "string") return t("report.unused.refused", { why: t(`report.refusals.${reason}`) });
  return t(`report.unused.${kind}`);
}

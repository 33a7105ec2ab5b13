// The full request and its recipient.
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { estimateWords, requestWords } from "@/components/estimate-words";
import { figure } from "@/components/figures";
import { PromptMessages } from "@/components/prompt-messages";
import { useDraftLength } from "@/desk/draft-length";
import type { ContextPreview, RunEstimate } from "@/ipc/types";

interface SendingProps {
  preview: ContextPreview;
  /** What the request takes with the steps around it; `undefined` until it is known. */
  takes: RunEstimate | undefined;
  /** The names of the steps whose results are added to the messages. */
  added: readonly string[];
  /** The provider in question, if it is not the first one used. */
  to?: { provider: string; name: string; origin: string } | undefined;
}

export function Sending({ preview, takes, added, to }: SendingProps) {
  const { t, i18n } = useTranslation("drafting");
  const words = useTranslation("components").t;
  const { inUnits, unit } = useDraftLength();
  const { target, messages, tokens, budget, length, masked, suspicions } = preview;
  const facts: [string, string][] = [];
  const origin = to?.origin ?? target?.origin;
  const name = to?.name ?? target?.provider_name;
  if (origin !== undefined) facts.push([t("sending.host"), origin]);
  if (name !== undefined) facts.push([t("sending.provider"), name]);
  if (target !== null && (to === undefined || to.provider === target.provider))
    facts.push([t("sending.model"), target.model]);
  facts.push([
    t("sending.tokens"),
    t("sending.tokensOf", { n: figure(tokens), window: figure(budget.window) }),
  ]);
  const requests = takes === undefined ? null : requestWords(words, takes);
  facts.push([t("sending.requests"), requests ?? t("sending.unknown")]);
  if (target !== null && takes !== undefined)
    facts.push([
      t("sending.cost"),
      takes.cost === null ? t("sending.unpriced") : estimateWords(words, takes, i18n.language),
    ]);
  if (length > 0)
    facts.push([t("sending.length"), t("sending.lengthOf", { n: figure(inUnits(length)), context: unit })]);
  if (masked > 0) facts.push([t("sending.masked"), t("sending.maskedOf", { n: figure(masked) })]);
  return (
    <div className="flex flex-col gap-4">
      {origin === undefined && <p className="text-sm text-subtle">{t("sending.noModel")}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-subtle">{name}</dt>
            <dd className="min-w-0 break-all select-text">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-faint">{words("steps.notCounted")}</p>
      {suspicions.length > 0 && <Suspicions patterns={[...new Set(suspicions)]} />}
      <section className="flex flex-col gap-2">
        <h3 className="text-xs font-medium text-faint">{t("sending.messages")}</h3>
        {added.length > 0 && (
          <p className="text-sm break-words">{t("sending.added", { names: added.join(t("sending.and")) })}</p>
        )}
        <PromptMessages messages={messages} />
      </section>
    </div>
  );
}

function Suspicions({ patterns }: { patterns: readonly string[] }) {
  const { t } = useTranslation("drafting");
  return (
    <div className="flex gap-2.5 rounded-lg bg-warning-soft px-3 py-2.5 text-sm">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">{t("sending.suspicionTitle")}</p>
        <p>{t("sending.suspicionText")}</p>
        <ul className="list-disc pl-4">
          {patterns.map((pattern) => (
            <li key={pattern} className="break-words">
              {t(`sending.suspicions.${pattern}`, { defaultValue: pattern })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

// Comparison of how two texts came about and of what was sent for them, the earlier one first.
import { Equal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useAnswer } from "@/ipc/queries";
import type { ContextPart, GenerationId, Receipt, ReportDiff } from "@/ipc/types";
import { ComparedSteps } from "./compared-steps";
import { Change, Section } from "./comparison";
import { usePromptName, valueWords } from "./facts";
import { useFateWords } from "./part-row";
import { changed } from "./pieces";
import { Sent } from "./pieces-view";
import { useSourceName } from "./sources";

export function CompareReceipts({ one, other }: { one: GenerationId; other: GenerationId }) {
  const [from, to] = one < other ? [one, other] : [other, one];
  const { data, error, refetch } = useAnswer("generation.compare", { from, to });
  const before = useAnswer("generation.report", { generation: from }).data?.receipt;
  const after = useAnswer("generation.report", { generation: to }).data?.receipt;
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined || before == null || after == null) return <LoadingState rows={8} />;
  return <Difference diff={data} before={before} after={after} />;
}

function isSame(diff: ReportDiff): boolean {
  const lists = [diff.only_before, diff.only_after, diff.changed, diff.parameters, diff.messages];
  return (
    lists.every((list) => list.length === 0) &&
    diff.template === null &&
    diff.model === null &&
    diff.budget === null &&
    diff.profile === null &&
    diff.instruction === null &&
    diff.steps.every(({ differs }) => !differs) &&
    diff.artifacts.every(({ before, after }) => before === after)
  );
}

interface DifferenceProps {
  diff: ReportDiff;
  before: Receipt;
  after: Receipt;
}

function Difference({ diff, before, after }: DifferenceProps) {
  const { t } = useTranslation("context");
  const promptName = usePromptName();
  const nameOf = useSourceName();
  const fateOf = useFateWords();
  if (isSame(diff)) {
    return <EmptyState compact icon={Equal} title={t("compare.same")} text={t("compare.sameText")} />;
  }
  const { model, template, budget, parameters } = diff;
  const who = ({ provider_name, model: name }: Receipt["model"]) =>
    t("to.who", { provider: provider_name, model: name });
  const room = ({ window, answer, fixed }: Receipt["budget"]) =>
    t("room.window", { window: figure(window), answer: figure(answer), fixed: figure(fixed) });
  const part = (one: ContextPart) => [nameOf(one.source), fateOf(one)].filter(Boolean).join(t("colon"));
  const parts = (title: string, list: readonly ContextPart[]) =>
    list.length > 0 && (
      <Section title={title}>
        <ul className="flex flex-col gap-0.5">
          {list.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same source
            <li key={at} className="break-words">
              {part(one)}
            </li>
          ))}
        </ul>
      </Section>
    );
  return (
    <div className="flex flex-col gap-4 text-sm">
      <ComparedSteps diff={diff} />
      {model !== null && (
        <Section title={t("facts.model")}>
          <Change before={who(model.before)} after={who(model.after)} />
        </Section>
      )}
      {template !== null && (
        <Section title={t("facts.prompt")}>
          <Change before={promptName(template.before)} after={promptName(template.after)} />
        </Section>
      )}
      {parameters.length > 0 && (
        <Section title={t("facts.parameters")}>
          {parameters.map(({ name, before: old, after: now }) => (
            <div key={name} className="flex flex-col">
              {name !== "" && <span className="font-mono text-xs text-subtle">{name}</span>}
              <Change
                before={old == null ? t("compare.unset") : valueWords(old)}
                after={now == null ? t("compare.unset") : valueWords(now)}
              />
            </div>
          ))}
        </Section>
      )}
      {budget !== null && (
        <Section title={t("compare.budget")}>
          <Change before={room(budget.before)} after={room(budget.after)} />
        </Section>
      )}
      {parts(t("compare.onlyBefore"), diff.only_before)}
      {parts(t("compare.onlyAfter"), diff.only_after)}
      {diff.changed.length > 0 && (
        <Section title={t("compare.changed")}>
          {diff.changed.map(({ before: old, after: now }, at) => {
            const [was, is] = [fateOf(old) ?? t("fates.kept"), fateOf(now) ?? t("fates.kept")];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same source
              <div key={at} className="flex flex-col">
                <span className="break-words">{nameOf(old.source)}</span>
                {was === is ? (
                  <span className="text-xs text-subtle tabular-nums">
                    {t("compare.words", { before: figure(old.tokens), after: figure(now.tokens) })}
                  </span>
                ) : (
                  <Change before={was} after={is} />
                )}
              </div>
            );
          })}
        </Section>
      )}
      {diff.messages.length > 0 && (
        <Section title={t("messages")}>
          {diff.messages.map(({ index, before: old, after: now, hunks }) => {
            const role = now ?? old;
            return (
              <div key={index} className="flex flex-col gap-1">
                <span className="text-xs text-subtle">
                  {t("compare.message", { n: index + 1, role: role === null ? "" : t(`roles.${role}`) })}
                </span>
                <Sent
                  pieces={changed(
                    before.messages[index]?.content ?? "",
                    after.messages[index]?.content ?? "",
                    hunks,
                  )}
                />
              </div>
            );
          })}
        </Section>
      )}
    </div>
  );
}

// How two texts came about, side by side: profiles, the author's words, steps, values read, prices.
import { useTranslation } from "react-i18next";
import { useLocalized } from "@/components/localized";
import { money } from "@/components/money";
import type { ReportDiff, ReportStep, TurnRef } from "@/ipc/types";
import { useProfileWords } from "./came-about";
import { Change, Section } from "./comparison";
import { endOf } from "./step-sentences";

export function ComparedSteps({ diff }: { diff: ReportDiff }) {
  const { t, i18n } = useTranslation("context");
  const profileOf = useProfileWords();
  const { profile, instruction, steps, artifacts, price } = diff;
  const turn = (of: TurnRef | null) => (of === null ? t("report.noTurn") : profileOf(of));
  const cost = (of: typeof price.before) =>
    of === null ? t("compare.unpriced") : money(of.micros, of.currency, i18n.language);
  const version = (of: number | null) =>
    of === null ? t("compare.unread") : t("compare.version", { n: of });
  return (
    <>
      {profile !== null && (
        <Section title={t("report.profile")}>
          <Change before={turn(profile.before)} after={turn(profile.after)} />
        </Section>
      )}
      {instruction !== null && (
        <Section title={t("facts.instruction")}>
          <Change
            before={instruction.before || t("compare.unset")}
            after={instruction.after || t("compare.unset")}
          />
        </Section>
      )}
      {steps.length > 0 && (
        <Section title={t("report.steps")}>
          <Table
            rows={steps.map(({ step, title, before, after, differs }) => ({
              id: step,
              name: title,
              sides: [before, after],
              differs,
            }))}
          />
        </Section>
      )}
      {artifacts.length > 0 && (
        <Section title={t("report.read")}>
          {artifacts.map(({ name, before, after }) => (
            <div key={name} className="flex flex-col">
              <span className="break-words">{name}</span>
              {before === after ? (
                <span className="text-xs text-subtle">{version(before)}</span>
              ) : (
                <Change before={version(before)} after={version(after)} />
              )}
            </div>
          ))}
        </Section>
      )}
      {(price.before !== null || price.after !== null) && (
        <Section title={t("facts.cost")}>
          <p className="text-subtle tabular-nums">
            {t("compare.prices", { before: cost(price.before), after: cost(price.after) })}
          </p>
        </Section>
      )}
    </>
  );
}

interface Row {
  id: string;
  name: { zh: string; en: string };
  sides: readonly [ReportStep | null, ReportStep | null];
  differs: boolean;
}

/** Each step with its end in both; what differs is marked in words, too. */
function Table({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation("context");
  const title = useLocalized();
  return (
    <table className="w-full table-fixed border-collapse text-left text-xs">
      <thead className="text-faint">
        <tr>
          <th scope="col" className="w-2/5 py-0.5 font-normal">
            <span className="sr-only">{t("report.steps")}</span>
          </th>
          <th scope="col" className="py-0.5 font-normal">
            {t("compare.earlier")}
          </th>
          <th scope="col" className="py-0.5 font-normal">
            {t("compare.later")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, sides, differs }) => (
          <tr key={id} className="border-t border-line align-top">
            <th scope="row" className="py-1 pr-2 font-normal break-words">
              {title(name)}
              {differs && <span className="block text-warning">{t("compare.differs")}</span>}
            </th>
            {sides.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the two sides stay in their order
              <td key={at} className="py-1 pr-2 break-words text-subtle tabular-nums">
                <Side step={step} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ step }: { step: ReportStep | null }) {
  const { t, i18n } = useTranslation("context");
  if (step === null) return t("compare.absent");
  const { model, cost } = step;
  const facts = [
    t(`report.statuses.${endOf(step)}`),
    ...(model === null ? [] : [model]),
    ...(cost === null ? [] : [money(cost.micros, cost.currency, i18n.language)]),
  ];
  return facts.map((fact) => (
    <span key={fact} className="block break-words">
      {fact}
    </span>
  ));
}

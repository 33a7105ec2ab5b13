// A row for each model, and their total.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import type { Spent } from "@/ipc/types";
import { costWords } from "./say";
import { byModel, type Sum, sum } from "./totals";

interface UsageTableProps {
  label: string;
  spent: readonly Spent[];
  /** The display name of a provider. */
  nameOf: (provider: string) => string;
}

const FIGURE = "py-1.5 pl-3 text-right whitespace-nowrap tabular-nums";

export function UsageTable({ label, spent, nameOf }: UsageTableProps) {
  const { t } = useTranslation("usage");
  const total = sum(spent);
  const models = byModel(spent);
  return (
    <div className="flex flex-col gap-2">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            <th scope="col" className="py-1.5 text-left font-normal">
              {t("columns.model")}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {t("columns.calls")}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {t("columns.prompt")}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {t("columns.completion")}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {t("columns.cost")}
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((one) => (
            <tr key={`${one.provider} ${one.model}`} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="block break-all">{one.model}</span>
                <span className="block text-xs break-words text-faint">{nameOf(one.provider)}</span>
              </th>
              <Figures of={one} />
            </tr>
          ))}
        </tbody>
        {models.length > 1 && (
          <tfoot>
            <tr className="align-top font-medium">
              <th scope="row" className="py-1.5 text-left font-medium">
                {t("total")}
              </th>
              <Figures of={total} />
            </tr>
          </tfoot>
        )}
      </table>
      {total.estimated && <p className="text-xs text-faint">{t("estimatedNote")}</p>}
      {total.unpriced && <p className="text-xs text-faint">{t("unpricedNote")}</p>}
    </div>
  );
}

function Figures({ of }: { of: Sum }) {
  const { t, i18n } = useTranslation("usage");
  return (
    <>
      <td className={FIGURE}>
        {figure(of.calls)}
        {of.failed > 0 && <span className="block text-xs text-faint">{t("failed", { n: of.failed })}</span>}
      </td>
      <td className={FIGURE}>
        {figure(of.prompt)}
        {of.cached > 0 && (
          <span className="block text-xs text-faint">{t("cached", { n: figure(of.cached) })}</span>
        )}
      </td>
      <td className={FIGURE}>{figure(of.completion)}</td>
      <td className={FIGURE}>{costWords(t, of, i18n.language)}</td>
    </>
  );
}

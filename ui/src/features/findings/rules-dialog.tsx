// The `check-rules` dialog: which rules check the texts, and how well each performs on real prose with planted errors.
import { RotateCcw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { figure, shortFigure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Switch } from "@/components/switch";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { type Answer, call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";

type RuleView = Answer<"check.rules">["rules"][number];

export function CheckRulesDialog() {
  const open = useDesk(({ dialog }) => dialog?.name === "check-rules");
  return open ? <Open /> : null;
}

function Open() {
  const { t } = useTranslation("findings");
  const { data, error, refetch } = useAnswer("check.rules", {});
  return (
    <Dialog
      open
      size="lg"
      onClose={closeDialog}
      title={t("ruleTable.title")}
      description={t("ruleTable.text")}
    >
      {data !== undefined ? (
        <RuleTable rules={data.rules} />
      ) : error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={10} />
      )}
    </Dialog>
  );
}

const FIGURE = "py-2 pl-3 text-right align-top whitespace-nowrap tabular-nums";

function RuleTable({ rules }: { rules: readonly RuleView[] }) {
  const { t } = useTranslation("findings");
  const { failure, act } = useAct();
  const set = ({ rule }: RuleView, on: boolean | null) =>
    void act(() => call("check.set_rule", { rule, on }));
  const accept = ({ rule }: RuleView, on: boolean) =>
    void act(() => call("check.set_accepting", { rule, on }));
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && <FailureState failure={failure} />}
      <table aria-label={t("ruleTable.title")} className="w-full border-collapse text-sm">
        {/* Sticky headings name the figures of a long table. A border would scroll away below them. */}
        <thead className="sticky -top-1 z-10 bg-surface-raised shadow-[0_1px_0_var(--color-line)]">
          <tr className="text-xs text-faint">
            <th scope="col" className="py-1.5 text-left font-normal">
              {t("ruleTable.rule")}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {t("ruleTable.precision")}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {t("ruleTable.recall")}
            </th>
            <th scope="col" className={`${FIGURE} font-normal`}>
              {t("ruleTable.alarms")}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-normal">
              {t("ruleTable.on")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <RuleRow
              key={rule.rule}
              rule={rule}
              onSet={(on) => set(rule, on)}
              onAccept={(on) => accept(rule, on)}
            />
          ))}
        </tbody>
      </table>
      <p className="text-xs break-words text-faint">{t("ruleTable.note")}</p>
    </div>
  );
}

interface RuleRowProps {
  rule: RuleView;
  /** null: the default. */
  onSet: (on: boolean | null) => void;
  /** Whether mendings accept its replacements by themselves. */
  onAccept: (on: boolean) => void;
}

function RuleRow({ rule: view, onSet, onAccept }: RuleRowProps) {
  const { t, i18n } = useTranslation("findings");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { rule, on, default_on, needs_model, measured, accepts } = view;
  const name = t(`rules.${rule}.name`);
  const percent = (share: number) => `${Math.floor(share * 1000) / 10}%`;
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="min-w-0 py-2 text-left align-top font-normal">
        <span className="flex flex-wrap items-center gap-1.5">
          <span className="break-words">{name}</span>
          {needs_model && <Badge>{t("ruleTable.needsModel")}</Badge>}
        </span>
        {measured !== null && (
          <span className="block text-xs text-faint tabular-nums">
            {t("ruleTable.measured", {
              planted: figure(measured.planted),
              characters: shortFigure(measured.characters, i18n.language),
            })}
          </span>
        )}
        {accepts !== null && (
          <span className="mt-1 block text-xs text-subtle">
            <Checkbox
              label={t("ruleTable.accepts")}
              checked={accepts}
              disabled={!writable}
              onChange={onAccept}
            />
          </span>
        )}
      </th>
      {measured === null ? (
        <td colSpan={3} className="py-2 pl-3 text-right align-top text-faint">
          {t("ruleTable.unmeasured")}
        </td>
      ) : (
        <>
          <td className={FIGURE}>{percent(measured.precision)}</td>
          <td className={FIGURE}>{percent(measured.recall)}</td>
          <td className={FIGURE}>{measured.alarms_per_10k.toFixed(2)}</td>
        </>
      )}
      <td className="py-1.5 pl-3 align-top">
        <div className="flex items-center justify-end gap-1">
          {on !== default_on && writable && (
            <IconButton
              icon={RotateCcw}
              size="sm"
              label={t("ruleTable.reset", { name })}
              tooltipSide="left"
              onClick={() => onSet(null)}
            />
          )}
          <Switch label={name} hideLabel checked={on} disabled={!writable} onChange={onSet} />
        </div>
      </td>
    </tr>
  );
}

// What was written today, for the status bar; links to the statistics.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import { Tooltip } from "@/components/tooltip";
import { useCounting } from "@/desk/counting";
import { show, useDesk } from "@/desk/desk";
import { netOf, signed } from "./days";
import { useToday } from "./use-today";

export function TodayFigure() {
  const { t } = useTranslation("statistics");
  const { rule } = useCounting();
  const goal = useDesk((state) => state.settings.daily_goal);
  const { day } = useToday();
  const n = day === null ? "–" : signed(netOf(day, rule), figure);
  return (
    <Tooltip text={t("todayHint")} side="top">
      <button
        type="button"
        onClick={() => show({ kind: "statistics" })}
        className="rounded-sm px-1.5 whitespace-nowrap tabular-nums hover:bg-surface-hover hover:text-ink"
      >
        {goal > 0 ? t("todayOfGoal", { n, goal: figure(goal) }) : t("todayFigure", { n })}
      </button>
    </Tooltip>
  );
}

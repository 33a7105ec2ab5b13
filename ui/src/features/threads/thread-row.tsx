// A thread in the list: its name, where it was planted, how long it has waited.
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import type { ThreadRow as Row } from "./groups";

export function ThreadRow({ row }: { row: Row }) {
  const { t } = useTranslation("threads");
  const { thread, group, planted, age, payoffs } = row;
  const { overdue, due_after } = thread;
  const over = group === "resolved" || group === "abandoned";
  return (
    <span className="flex flex-col gap-0.5">
      <span className="flex min-w-0 items-baseline gap-2">
        <span
          title={thread.title}
          className={cx("min-w-0 flex-1 truncate text-sm", over ? "text-subtle" : "font-medium")}
        >
          {thread.title}
        </span>
        {overdue !== null && (
          <span className="shrink-0 text-xs text-warning tabular-nums">
            {t("row.late", { n: overdue.chapters_since - overdue.due_after })}
          </span>
        )}
      </span>
      <span className="flex min-w-0 items-baseline gap-2 text-xs text-faint tabular-nums">
        <span title={planted?.chapter_title} className="min-w-0 truncate">
          {planted === null ? t("row.unplanted") : planted.chapter_title}
        </span>
        {age !== null && <span className="shrink-0">{t("row.age", { n: age })}</span>}
        {!over && due_after !== null && <span className="shrink-0">{t("row.due", { n: due_after })}</span>}
        {payoffs > 0 && <span className="ml-auto shrink-0">{t("row.payoffs", { n: payoffs })}</span>}
      </span>
    </span>
  );
}

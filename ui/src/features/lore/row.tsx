// One entry in the list: its kind, title, mentions and badges.
import { EyeOff, Lock, Pin } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { figure } from "@/components/figures";
import { signOf } from "./kinds";
import type { LoreRow } from "./rows";

export function Row({ row }: { row: LoreRow }) {
  const { t } = useTranslation("lore");
  const { entry, title, kind, count } = row;
  const Sign = signOf(kind);
  return (
    <span className="flex h-5 min-w-0 items-center gap-2">
      <Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <span className="sr-only">{t(`kinds.${kind}`)}</span>
      <span
        title={title}
        className={cx("min-w-0 truncate text-sm", entry?.disabled === true && "text-faint")}
      >
        {title}
      </span>
      {entry !== null && (
        <span className="flex shrink-0 items-center gap-1 text-faint">
          {entry.constant && <Badge icon={Pin} label={t("badges.constant")} />}
          {entry.locked && <Badge icon={Lock} label={t("badges.locked")} />}
          {entry.disabled && <Badge icon={EyeOff} label={t("badges.disabled")} />}
        </span>
      )}
      <span className="ml-auto shrink-0 pl-1 text-xs text-faint tabular-nums">
        {count !== null && (
          <>
            <span aria-hidden>{figure(count)}</span>
            <span className="sr-only">{t("mentioned", { n: figure(count) })}</span>
          </>
        )}
      </span>
    </span>
  );
}

function Badge({ icon: Icon, label }: { icon: typeof Pin; label: string }) {
  return (
    <span title={label} className="flex">
      <Icon size={12} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}

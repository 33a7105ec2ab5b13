// The query syntax, beside its field.
import { CircleQuestionMark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import { Popover } from "@/components/popover";

const LINES = ["word", "phrase", "not", "prefix"] as const;

export function QueryHelp() {
  const { t } = useTranslation("search");
  return (
    <Popover
      align="end"
      title={t("help.title")}
      trigger={<IconButton icon={CircleQuestionMark} label={t("help.open")} />}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
        {LINES.map((line) => (
          <div key={line} className="contents">
            <dt className="rounded-sm font-medium whitespace-nowrap">{t(`help.${line}`)}</dt>
            <dd className="break-words text-subtle">{t(`help.${line}Text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line pt-2 text-xs break-words text-faint">{t("help.modes")}</p>
    </Popover>
  );
}

// The names above the lanes, written vertically, each above its own.
import { useTranslation } from "react-i18next";
import { gutterWidth } from "./lane-gutter";
import { LANE, rem } from "./lanes";
import type { Lane } from "./view-model";

export function LaneNames({ lanes, hidden }: { lanes: readonly Lane[]; hidden: number }) {
  const { t } = useTranslation("timeline");
  return (
    <div className="flex shrink-0 items-end gap-2 overflow-hidden border-b border-line pr-3 pl-2">
      <ul
        aria-label={t("lanes.label")}
        className="flex max-h-24 shrink-0 items-end pt-2 pb-1.5 pl-1"
        style={{ width: rem(gutterWidth(lanes.length)) }}
      >
        {lanes.map(({ id, name }) => (
          <li
            key={id}
            title={name}
            className="flex max-h-full shrink-0 items-center justify-end text-xs text-subtle [writing-mode:vertical-rl]"
            style={{ width: rem(LANE) }}
          >
            <span className="max-h-22 truncate">{name}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="min-w-0 truncate pb-1.5 text-xs text-faint">{t("lanes.hidden", { n: hidden })}</p>
      )}
    </div>
  );
}

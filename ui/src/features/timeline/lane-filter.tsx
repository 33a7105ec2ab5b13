// Chooses the visible lanes. Without a choice: as many of the busiest as fit.
import { Users } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { FilterField } from "@/components/filter-field";
import { Popover } from "@/components/popover";
import { VisuallyHidden } from "@/components/visually-hidden";
import { busiest } from "./lanes";
import type { Lane } from "./view-model";

interface LaneFilterProps {
  lanes: readonly Lane[];
  counts: ReadonlyMap<string, number>;
  /** The number currently shown. */
  shown: number;
  asked: ReadonlySet<string> | null;
  onAsk: (asked: ReadonlySet<string> | null) => void;
}

/** Maximum names listed at once; typing finds the others. */
const MAX_LISTED = 60;

export function LaneFilter({ lanes, counts, shown, asked, onAsk }: LaneFilterProps) {
  const { t } = useTranslation("timeline");
  return (
    <Popover
      align="end"
      title={t("lanes.title")}
      className="w-68"
      trigger={
        <Button size="sm" variant="ghost" icon={Users} title={t("lanes.title")} data-opens="">
          <VisuallyHidden>{t("lanes.title")} </VisuallyHidden>
          <span className="hidden @lg:inline">{t("lanes.button", { shown, all: lanes.length })}</span>
        </Button>
      }
    >
      <Names {...{ lanes, counts, asked, onAsk }} />
    </Popover>
  );
}

function Names({ lanes, counts, asked, onAsk }: Omit<LaneFilterProps, "shown">) {
  const { t } = useTranslation("timeline");
  const [filter, setFilter] = useState("");
  const ranked = useMemo(() => busiest(lanes, counts), [lanes, counts]);
  const needle = filter.trim().toLocaleLowerCase();
  const found = ranked.filter(({ name }) => name.toLocaleLowerCase().includes(needle));
  const toggle = (id: string, on: boolean) => {
    const next = new Set(asked ?? []);
    if (on) next.add(id);
    else next.delete(id);
    onAsk(next.size === 0 ? null : next);
  };
  return (
    <>
      <FilterField label={t("lanes.filter")} value={filter} onChange={setFilter} />
      <Checkbox label={t("lanes.automatic")} checked={asked === null} onChange={() => onAsk(null)} />
      <ul
        aria-label={t("lanes.label")}
        className="-mr-2 max-h-72 overflow-y-auto border-t border-line pt-1 pr-2"
      >
        {found.slice(0, MAX_LISTED).map(({ id, name }) => (
          <li key={id} className="flex items-start gap-2">
            <Checkbox
              label={name}
              checked={asked?.has(id) === true}
              onChange={(on) => toggle(id, on)}
              className="min-w-0 flex-1"
            />
            <span className="py-1.5 text-xs whitespace-nowrap text-faint tabular-nums">
              {t("lanes.events", { n: counts.get(id) ?? 0 })}
            </span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-center text-xs text-faint">{t("lanes.none")}</p>}
      {found.length > MAX_LISTED && (
        <p className="text-xs text-faint">{t("lanes.more", { n: found.length - MAX_LISTED })}</p>
      )}
    </>
  );
}

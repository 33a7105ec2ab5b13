// The server's list of models, filtered by typing; a click chooses one.
import { Check, Plus, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";

/** Maximum models listed; the rest is found by typing. */
const MAX_LISTED = 100;

interface ServedListProps {
  label: string;
  names: readonly string[];
  /** The models already in use. */
  chosen: ReadonlySet<string>;
  onChoose: (name: string) => void;
  disabled?: boolean;
}

/** The names that contain every typed word; prefix matches of the first word come first. */
export function filterModels(names: readonly string[], typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const found = names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  const begins = (name: string) => (name.toLowerCase().startsWith(first) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}

export function ServedList({ label, names, chosen, onChoose, disabled }: ServedListProps) {
  const { t } = useTranslation("models");
  const [typed, setTyped] = useState("");
  const found = useMemo(() => filterModels(names, typed), [names, typed]);
  const rest = found.length - MAX_LISTED;
  if (names.length === 0) return <EmptyState compact title={t("served.none")} text={t("served.noneText")} />;
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border border-line">
      <div className="border-b border-line p-1.5">
        <FilterField
          label={t("served.filter")}
          value={typed}
          onChange={setTyped}
          count={typed.trim() === "" ? undefined : figure(found.length)}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState compact icon={SearchX} title={t("served.noMatch", { typed: typed.trim() })} />
      ) : (
        <ul aria-label={label} className="max-h-56 overflow-y-auto p-1">
          {found.slice(0, MAX_LISTED).map((name) => {
            const isChosen = chosen.has(name);
            return (
              <li key={name}>
                <button
                  type="button"
                  disabled={disabled === true || isChosen}
                  onClick={() => onChoose(name)}
                  className="flex min-h-7 w-full items-center gap-2 rounded-md px-2 py-1 text-left text-sm -outline-offset-2 transition-colors enabled:hover:bg-surface-hover disabled:text-faint"
                >
                  {isChosen ? (
                    <Check size={14} strokeWidth={2} aria-hidden className="shrink-0 text-success" />
                  ) : (
                    <Plus size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
                  )}
                  <span className={cx("min-w-0 flex-1 break-all", isChosen && "text-subtle")}>{name}</span>
                  {isChosen && <span className="shrink-0 text-xs text-faint">{t("served.chosen")}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {rest > 0 && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-faint">
          {t("served.more", { n: figure(rest) })}
        </p>
      )}
    </div>
  );
}

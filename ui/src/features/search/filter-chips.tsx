// The active filters while the form is collapsed: each can be removed here.
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { filtersSet } from "./filters";
import { clearFilters, setFilter, useSearching } from "./state";
import { useFilterNames } from "./use-filter-names";

export function FilterChips() {
  const { t } = useTranslation("search");
  const filters = useSearching((state) => state.filters);
  const { said } = useFilterNames();
  const set = filtersSet(filters);
  if (set.length === 0) return null;
  return (
    <ul aria-label={t("filters.set")} className="flex min-w-0 flex-wrap gap-1">
      {set.map((one) => {
        const chipLabel = said(one, filters);
        return (
          <li key={one.name} className="max-w-full min-w-0">
            <button
              type="button"
              aria-label={t("filters.remove", { what: chipLabel })}
              onClick={() => {
                for (const field of one.fields) setFilter(field, null);
              }}
              className="flex h-5.5 max-w-full min-w-0 items-center gap-1 rounded-md bg-accent-soft pr-1 pl-1.5 text-xs text-accent hover:text-accent-hover"
            >
              <span className="min-w-0 truncate">{chipLabel}</span>
              <X size={12} strokeWidth={2} aria-hidden className="shrink-0" />
            </button>
          </li>
        );
      })}
      {set.length > 1 && (
        <li>
          <button
            type="button"
            onClick={clearFilters}
            className="flex h-5.5 items-center rounded-md px-1 text-xs text-subtle hover:bg-surface-hover hover:text-ink"
          >
            {t("filters.clear")}
          </button>
        </li>
      )}
    </ul>
  );
}

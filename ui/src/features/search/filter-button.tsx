// Toggles the filters, and shows how many are set.
import { ListFilter } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";
import { filtersSet } from "./filters";
import { useSearching } from "./state";

export function FilterButton() {
  const { t } = useTranslation("search");
  const filters = useSearching((state) => state.filters);
  const open = useSearching((state) => state.filtersOpen);
  const n = filtersSet(filters).length;
  return (
    <span className="relative flex">
      <IconButton
        icon={ListFilter}
        label={n === 0 ? t("filters.open") : t("filters.openSet", { n })}
        aria-expanded={open}
        pressed={open}
        tooltipSide="left"
        onClick={() => useSearching.setState({ filtersOpen: !open })}
      />
      {n > 0 && !open && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.5 right-0.5 size-1.5 rounded-full bg-accent"
        />
      )}
    </span>
  );
}

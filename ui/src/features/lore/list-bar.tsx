// The bar above the list of cards: its filters, its order, and acts on the whole.
import { ArrowDownWideNarrow, Ellipsis, Plus } from "lucide-react";
import { type RefObject, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { FilterField } from "@/components/filter-field";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { Segmented } from "@/components/segmented";
import { openDialog, useDesk } from "@/desk/desk";
import type { CardRow } from "@/ipc/types";
import { KINDS } from "./kinds";
import type { Sort } from "./rows";
import { useLoreView } from "./store";

const SORTS: readonly Sort[] = ["name", "mentions", "priority"];

interface ListBarProps {
  cards: readonly CardRow[];
  list: RefObject<HTMLElement | null>;
  /** The number of rows left by the filters; undefined where none is in use. */
  count: string | undefined;
}

export function ListBar({ cards, list, count }: ListBarProps) {
  const { t } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { query, sort, scope } = useLoreView();
  const sorting: MenuEntry = {
    kind: "choice",
    id: "sort",
    value: sort,
    options: SORTS.map((value) => ({ value, label: t(`sort.${value}`) })),
    onChange: (value) => useLoreView.setState({ sort: value as Sort }),
  };
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-3 py-2">
      <div className="flex items-center gap-1">
        <FilterField
          label={t("filter")}
          value={query}
          onChange={(next) => useLoreView.setState({ query: next })}
          count={count}
          listBelow={list}
          className="flex-1"
        />
        <IconButton
          icon={Plus}
          label={t("commands.new")}
          disabled={!writable}
          onClick={() => openDialog({ name: "new-lore" })}
        />
        <MoreMenu writable={writable} />
      </div>
      <div className="flex items-center">
        <Segmented
          label={t("scope.label")}
          hideLabel
          value={scope}
          onChange={(next) => useLoreView.setState({ scope: next })}
          options={[
            { value: "all", label: t("scope.all") },
            { value: "scene", label: t("scope.scene") },
            { value: "triggered", label: t("scope.triggered") },
          ]}
        />
        <span className="flex-1" />
        <Menu
          align="end"
          trigger={<IconButton icon={ArrowDownWideNarrow} label={t("sort.label")} />}
          items={[sorting]}
        />
      </div>
      <Kinds cards={cards} />
    </div>
  );
}

function MoreMenu({ writable }: { writable: boolean }) {
  const { t } = useTranslation("lore");
  const items: MenuEntry[] = [
    {
      id: "unknown",
      label: t("commands.unknown"),
      onSelect: () => openDialog({ name: "unknown-names" }),
    },
    { id: "removed", label: t("commands.removed"), onSelect: () => openDialog({ name: "removed-lore" }) },
    { kind: "separator", id: "two" },
    {
      id: "import",
      label: t("commands.import"),
      disabled: !writable,
      onSelect: () => openDialog({ name: "import-lore" }),
    },
    { id: "export", label: t("commands.export"), onSelect: () => openDialog({ name: "export-lore" }) },
  ];
  return <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t("more")} />} items={items} />;
}

/** A filter for one kind, where several occur. */
function Kinds({ cards }: { cards: readonly CardRow[] }) {
  const { t } = useTranslation("lore");
  const kind = useLoreView((state) => state.kind);
  const occurring = useMemo(() => new Set<string>(cards.map((card) => card.kind)), [cards]);
  if (occurring.size <= 1) return null;
  return (
    <fieldset aria-label={t("kindsFilter")} className="-mx-1 flex flex-wrap gap-0.5">
      {KINDS.filter((one) => occurring.has(one) || one === kind).map((one) => {
        const on = kind === one;
        return (
          <button
            key={one}
            type="button"
            aria-pressed={on}
            onClick={() => useLoreView.setState({ kind: on ? null : one })}
            className={cx(
              "flex h-5.5 items-center rounded-md px-1 text-xs transition-colors",
              on ? "bg-accent-soft text-accent" : "text-subtle hover:bg-surface-hover hover:text-ink",
            )}
          >
            {t(`kinds.${one}`)}
          </button>
        );
      })}
    </fieldset>
  );
}

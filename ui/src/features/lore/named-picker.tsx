// Chooses one of many named things: a filter with the list below it. A click, or Enter in the filter, chooses.
import { type ReactNode, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { GroupedList } from "@/components/grouped-list";
import { signOf } from "./kinds";

/** What a row shows. */
export interface NamedLine {
  title: string;
  kind: string;
  others: readonly string[];
}

interface NamedPickerProps<T> {
  filter: RefObject<HTMLInputElement | null>;
  filterLabel: string;
  query: string;
  onQuery: (query: string) => void;
  label: string;
  entries: readonly T[];
  idOf: (entry: T) => string;
  lineOf: (entry: T) => NamedLine;
  /** Says that no entry is left. */
  none: string;
  busy?: boolean | undefined;
  onChoose: (entry: T) => void;
  /** Between the filter and the list. */
  children?: ReactNode;
}

const noGroup = () => null;

export function NamedPicker<T>(props: NamedPickerProps<T>) {
  const {
    filter,
    filterLabel,
    query,
    onQuery,
    label,
    entries,
    idOf,
    lineOf,
    none,
    busy,
    onChoose,
    children,
  } = props;
  const list = useRef<HTMLDivElement>(null);
  const [first] = entries;
  return (
    <>
      <FilterField
        ref={filter}
        label={filterLabel}
        value={query}
        onChange={onQuery}
        count={query.trim() === "" ? undefined : figure(entries.length)}
        size="md"
        listBelow={list}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== "Enter" || first === undefined) return;
          onChoose(first);
          event.preventDefault();
        }}
      />
      {children}
      <div ref={list} aria-busy={busy} className="-mx-1.5 flex h-64 flex-col">
        {entries.length === 0 ? (
          <EmptyState compact title={none} />
        ) : (
          <GroupedList
            className="flex-1"
            groupOf={noGroup}
            row={(entry) => <Line {...lineOf(entry)} />}
            onOpen={onChoose}
            {...{ label, entries, idOf }}
          />
        )}
      </div>
    </>
  );
}

function Line({ title, kind, others }: NamedLine) {
  const { t } = useTranslation("lore");
  const Sign = signOf(kind);
  return (
    <span className="flex h-5 min-w-0 items-center gap-2">
      <Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <span className="sr-only">{t(`kinds.${kind}`)}</span>
      <span className="max-w-3/5 shrink-0 truncate text-sm">{title}</span>
      <span className="min-w-0 truncate text-xs text-faint">{others.join(t("comma"))}</span>
    </span>
  );
}

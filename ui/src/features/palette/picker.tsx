// A field with a list below it: typing filters, arrow keys choose, Enter accepts. The focus stays in the field; only
// visible rows are rendered.
import { Dialog as Base } from "@base-ui/react/dialog";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { backdropClass, dialogPopupClass } from "@/components/dialog";
import { figure } from "@/components/figures";
import { Kbd } from "@/components/kbd";
import { finalFocus, useShownDialog } from "@/components/shown-dialogs";
import { useScaled } from "@/desk/scaled";

const ROW = 32;
const PAGE = 8;
const HEIGHT = 384;

export interface PickerProps<E extends { key: string }> {
  title: string;
  /** The accessible name of the list. */
  listLabel: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  entries: readonly E[];
  isDisabled: (entry: E) => boolean;
  renderEntry: (entry: E) => ReactNode;
  onChoose: (entry: E) => void;
  onClose: () => void;
  /** The initial row while nothing is typed. */
  first?: number | undefined;
  /** The state of an empty list: no matches, loading, an error. */
  instead: ReactNode;
  note?: string | undefined;
}

export function Picker<E extends { key: string }>(props: PickerProps<E>) {
  return (
    <Base.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup className={cx(dialogPopupClass, "w-145")} finalFocus={finalFocus}>
          <Base.Title className="sr-only">{props.title}</Base.Title>
          <Body {...props} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Body<E extends { key: string }>(props: PickerProps<E>) {
  const { entries, query, onQuery, isDisabled, onChoose, first = 0, instead, note } = props;
  const { t } = useTranslation("palette");
  const id = useId();
  useShownDialog();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(first);
  const at = Math.min(active, entries.length - 1);
  const height = useScaled(ROW);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    paddingStart: 6,
    paddingEnd: 6,
    initialRect: { width: 0, height: HEIGHT },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (first > 0) virtual.scrollToIndex(first, { align: "center" });
  }, []);
  const moveTo = (index: number) => {
    const next = Math.min(entries.length - 1, Math.max(0, index));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const choose = (entry: E | undefined) => {
    if (entry !== undefined && !isDisabled(entry)) onChoose(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    const last = entries.length - 1;
    if (event.key === "ArrowDown") moveTo(at === last ? 0 : at + 1);
    else if (event.key === "ArrowUp") moveTo(at === 0 ? last : at - 1);
    else if (event.key === "PageDown") moveTo(at + PAGE);
    else if (event.key === "PageUp") moveTo(at - PAGE);
    else if (event.key === "Enter") choose(entries[at]);
    else return;
    event.preventDefault();
  };
  const rowId = (key: string) => `${id}-${key}`;
  const activeEntry = entries[at];
  return (
    <>
      <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-label={props.title}
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={activeEntry === undefined ? undefined : rowId(activeEntry.key)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={query}
          onChange={(event) => {
            setActive(0);
            virtual.scrollToOffset(0);
            onQuery(event.target.value);
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-hidden"
        />
      </div>
      {entries.length === 0 ? (
        <div className="min-h-24">{instead}</div>
      ) : (
        <div
          ref={scroller}
          id={`${id}-list`}
          role="listbox"
          aria-label={props.listLabel}
          // The field keeps the focus and controls the list.
          tabIndex={-1}
          style={{ height: Math.min(HEIGHT, entries.length * height + 12) }}
          className="min-h-0 overflow-y-auto outline-hidden"
        >
          <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const entry = entries[index];
              if (entry === undefined) return null;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of all rows
                <div
                  key={entry.key}
                  id={rowId(entry.key)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  aria-disabled={isDisabled(entry) || undefined}
                  aria-setsize={entries.length}
                  aria-posinset={index + 1}
                  onMouseMove={() => index !== at && setActive(index)}
                  onClick={() => choose(entry)}
                  style={{ transform: `translateY(${start}px)` }}
                  className={cx(
                    "absolute inset-x-1.5 top-0 flex h-8 items-center gap-3 rounded-md px-2.5 text-sm",
                    index === at && "bg-surface-selected",
                    isDisabled(entry) && "text-faint",
                  )}
                >
                  {props.renderEntry(entry)}
                </div>
              );
            })}
          </div>
        </div>
      )}
      <div className="flex shrink-0 items-center gap-4 border-t border-line px-4 py-2 text-xs text-faint">
        <span aria-hidden className="flex items-center gap-1.5">
          <Kbd keys="ArrowUp" />
          <Kbd keys="ArrowDown" />
          {t("hint.move")}
        </span>
        <span aria-hidden className="flex items-center gap-1.5">
          <Kbd keys="Enter" />
          {t("hint.run")}
        </span>
        <span aria-hidden className="flex items-center gap-1.5">
          <Kbd keys="Escape" />
          {t("hint.close")}
        </span>
        <span role="status" className="ml-auto truncate tabular-nums">
          {note ?? t("count", { n: figure(entries.length) })}
        </span>
      </div>
    </>
  );
}

/** A title with its matches highlighted. */
export function Matched({ title, at }: { title: string; at: readonly { from: number; to: number }[] }) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { from, to } of at) {
    pieces.push(
      title.slice(end, from),
      <b key={from} className="font-semibold text-accent">
        {title.slice(from, to)}
      </b>,
    );
    end = to;
  }
  return (
    <>
      {pieces}
      {title.slice(end)}
    </>
  );
}

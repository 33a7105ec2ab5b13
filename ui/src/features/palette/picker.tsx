// A field with a list below it: typing filters, arrow keys choose, Enter accepts. The focus stays in the field; only
// visible rows are rendered.
import { Dialog as Base } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useActiveRows } from "@/components/active-rows";
import { cx } from "@/components/class-names";
import { backdropClass, dialogPopupClass } from "@/components/dialog";
import { figure } from "@/components/figures";
import { Kbd } from "@/components/kbd";
import { OptionList } from "@/components/option-list";
import { rowAfterWrappingKey } from "@/components/row-keys";
import { finalFocus, useShownDialog } from "@/components/shown-dialogs";

/** The height of the list when it is full, px. */
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

const idOf = ({ key }: { key: string }) => key;
const PADDING = { start: 6, end: 6 };

function Body<E extends { key: string }>(props: PickerProps<E>) {
  const { entries, query, onQuery, isDisabled, onChoose, first = 0, instead, note } = props;
  const { t } = useTranslation("palette");
  useShownDialog();
  const [active, setActive] = useState(first);
  const at = Math.min(active, entries.length - 1);
  const list = useActiveRows<E>({
    rows: entries,
    idOf,
    rowHeight: 32,
    padding: PADDING,
    at,
    first,
    onReach: (_, to) => setActive(to),
    rowAfter: rowAfterWrappingKey,
    page: 8,
  });
  const choose = (entry: E | undefined) => {
    if (entry !== undefined && !isDisabled(entry)) onChoose(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (list.onKeyDown(event) || event.key !== "Enter") return;
    if (event.nativeEvent.isComposing || event.altKey) return;
    choose(entries[at]);
    event.preventDefault();
  };
  return (
    <>
      <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-label={props.title}
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? list.listId : undefined}
          aria-activedescendant={list.activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={query}
          onChange={(event) => {
            setActive(0);
            list.scrollToTop();
            onQuery(event.target.value);
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-hidden"
        />
      </div>
      {entries.length === 0 ? (
        <div className="min-h-24">{instead}</div>
      ) : (
        <OptionList
          label={props.listLabel}
          list={list}
          focus="field"
          onPress={choose}
          onHover={setActive}
          isDisabled={isDisabled}
          height={Math.min(HEIGHT, list.height)}
          className="min-h-0 outline-hidden"
          optionClass={(entry, isActive) =>
            cx(
              "inset-x-1.5 gap-3 rounded-md px-2.5 text-sm",
              isActive && "bg-surface-selected",
              isDisabled(entry) && "text-faint",
            )
          }
        >
          {props.renderEntry}
        </OptionList>
      )}
      <Footer note={note ?? t("count", { n: figure(entries.length) })} />
    </>
  );
}

/** The keys, and a note. */
function Footer({ note }: { note: string }) {
  const { t } = useTranslation("palette");
  return (
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
        {note}
      </span>
    </div>
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

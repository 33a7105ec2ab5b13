// A row of a grouped list: its button, check box and menu, and the content below it.
import { Ellipsis } from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { cx } from "./class-names";
import type { GroupedListProps } from "./grouped-list";
import { IconButton } from "./icon-button";
import { Menu } from "./menu";
import type { Ticks } from "./ticks";

export interface EntryRowProps<T> extends GroupedListProps<T> {
  entry: T;
  id: string;
  /** Whether Tab focuses it. */
  stop: boolean;
  onFocus: () => void;
  onPress: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function EntryRow<T>(props: EntryRowProps<T>) {
  const { entry, id, stop, row, replaced, actsOf, isChosen, ticks } = props;
  const instead = replaced?.(entry) ?? null;
  if (instead !== null) return <div className="px-1 py-0.5">{instead}</div>;
  const chosen = isChosen?.(entry) === true;
  const below = props.below?.(entry);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes focus inside it
    <div
      data-entry={id}
      onFocus={props.onFocus}
      onKeyDown={(event) => {
        if (props.lettersBelow === true && isLetterBelow(event)) props.onKeyDown(event);
      }}
    >
      <div
        className={cx(
          "group relative rounded-md transition-colors",
          chosen || ticks?.ticked.has(id) === true ? "bg-surface-selected" : "hover:bg-surface-hover",
        )}
      >
        {ticks !== undefined && (
          <Tick ticks={ticks} id={id} stop={stop} label={props.tickLabel?.(entry) ?? ""} />
        )}
        <button
          type="button"
          data-stop={stop}
          tabIndex={stop ? 0 : -1}
          aria-current={chosen || undefined}
          aria-expanded={below === undefined ? undefined : below !== null}
          onClick={props.onPress}
          onKeyDown={props.onKeyDown}
          className={cx(
            // Whatever brought the focus here: keys act on this row.
            "block w-full min-w-0 rounded-md py-1.5 text-left -outline-offset-2 focus:outline-2 focus:outline-(--focus-ring)",
            ticks === undefined ? "pl-2" : "pl-8",
            actsOf === undefined ? "pr-2" : "pr-8",
          )}
        >
          {row(entry)}
        </button>
        {actsOf !== undefined && (
          <Menu
            align="end"
            trigger={
              <IconButton
                icon={Ellipsis}
                size="sm"
                label={props.actsLabel?.(entry) ?? ""}
                tabIndex={stop ? 0 : -1}
                tooltipSide="left"
                className="absolute top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
              />
            }
            items={actsOf(entry)}
          />
        )}
      </div>
      {below}
    </div>
  );
}

/** Whether a letter was pressed in the content below the row, outside its fields. */
function isLetterBelow({ key, target, defaultPrevented }: KeyboardEvent): boolean {
  if (key.length !== 1 || key === " " || defaultPrevented || !(target instanceof Element)) return false;
  return target.closest("[data-stop], input:not([type=radio]), textarea, [contenteditable=true]") === null;
}

function Tick({ ticks, id, stop, label }: { ticks: Ticks; id: string; stop: boolean; label: string }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={ticks.ticked.has(id)}
      tabIndex={stop ? 0 : -1}
      onChange={() => undefined}
      onClick={(event) => {
        if (event.shiftKey) ticks.range(id);
        else ticks.toggle(id);
      }}
      className={cx(
        "absolute top-2.5 left-2 z-10 size-3.5 accent-accent transition-opacity",
        ticks.ticked.size === 0 && "opacity-45 group-hover:opacity-100 focus-visible:opacity-100",
      )}
    />
  );
}

// A virtual list of options, one of them active. Its keys are handled by the list itself or by a field above it.
import type { ReactNode } from "react";
import type { ActiveRows } from "./active-rows";
import { cx } from "./class-names";
import { RowSpace } from "./virtual-list";

export interface OptionListProps<T> {
  /** The accessible name of the list. */
  label: string;
  /** From `useActiveRows`. */
  list: ActiveRows<T>;
  /** What has the focus: the list, or a field that is a combobox for it. */
  focus: "list" | "field";
  onPress: (row: T) => void;
  onDoublePress?: ((row: T) => void) | undefined;
  /** Called when the pointer moves over a row that is not active. */
  onHover?: ((at: number) => void) | undefined;
  isDisabled?: ((row: T) => boolean) | undefined;
  /** Stands in the list while it is empty. */
  none?: ReactNode;
  /** The height of the list, px, if it is not set by its classes. */
  height?: number | undefined;
  /** Classes of the list and of an option. */
  className: string;
  optionClass: (row: T, isActive: boolean) => string;
  /** The content of an option. */
  children: (row: T, isActive: boolean) => ReactNode;
}

export function OptionList<T>(props: OptionListProps<T>) {
  const { label, list, focus, onPress, onDoublePress, onHover, isDisabled, optionClass } = props;
  const ownsKeys = focus === "list";
  return (
    <div
      ref={list.scroller}
      id={list.listId}
      role="listbox"
      aria-label={label}
      aria-activedescendant={ownsKeys ? list.activeId : undefined}
      tabIndex={ownsKeys ? 0 : -1}
      onKeyDown={ownsKeys ? list.onKeyDown : undefined}
      style={{ height: props.height }}
      className={cx("overflow-y-auto", props.className)}
    >
      {list.rows.length === 0 && props.none !== undefined && (
        <p className="px-3 py-6 text-center text-sm text-subtle">{props.none}</p>
      )}
      <RowSpace role="none" list={list} rows={list.rows}>
        {(row, { index, style, place }) => {
          const isActive = index === list.at;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list or the field handles the keys of all options
            <div
              {...place}
              id={list.elementId(row)}
              role="option"
              tabIndex={-1}
              aria-selected={isActive}
              aria-disabled={isDisabled?.(row) === true || undefined}
              onMouseMove={isActive ? undefined : () => onHover?.(index)}
              onClick={() => onPress(row)}
              onDoubleClick={() => onDoublePress?.(row)}
              style={style}
              className={cx("absolute top-0 flex items-center", optionClass(row, isActive))}
            >
              {props.children(row, isActive)}
            </div>
          );
        }}
      </RowSpace>
    </div>
  );
}

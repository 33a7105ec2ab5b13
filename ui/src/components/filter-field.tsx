// A search field. Esc or its button clears it; Esc in an empty field is passed on to listeners outside.
import { Search, X } from "lucide-react";
import { type ComponentProps, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { IconButton } from "./icon-button";

type NativeProps = Omit<
  ComponentProps<"input">,
  "onChange" | "value" | "type" | "aria-label" | "children" | "size"
>;

export interface FilterFieldProps extends NativeProps {
  /** The accessible name, also shown as placeholder unless there is another one. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The number of matches, once something is typed: “12 个”. */
  count?: string | undefined;
  /** What is filtered: ↓ moves the focus to its current row. */
  listBelow?: RefObject<HTMLElement | null> | undefined;
  size?: "sm" | "md" | undefined;
}

export function FilterField(props: FilterFieldProps) {
  const {
    label,
    value,
    onChange,
    count,
    listBelow,
    size = "sm",
    placeholder,
    className,
    onKeyDown,
    ref,
    ...native
  } = props;
  const { t } = useTranslation("components");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={cx("relative flex min-w-0 items-center", className)}>
      <Search
        size={14}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute left-2 text-faint"
      />
      <input
        autoComplete="off"
        spellCheck={false}
        {...native}
        ref={(element) => {
          input.current = element;
          if (typeof ref === "function") return ref(element);
          if (ref) ref.current = element;
          return undefined;
        }}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          // While an input method composes, the keys belong to it.
          if (event.defaultPrevented || event.nativeEvent.isComposing) return;
          if (event.key === "ArrowDown" && listBelow !== undefined) {
            event.preventDefault();
            listBelow.current?.querySelector<HTMLElement>('[data-stop="true"]')?.focus();
          }
          if (event.key !== "Escape" || value === "") return;
          event.preventDefault();
          event.stopPropagation();
          onChange("");
        }}
        className={cx(
          "w-full min-w-0 rounded-lg border border-line bg-surface-raised pl-7 text-sm text-ink transition-colors",
          "hover:border-line-strong focus-visible:border-focus-ring focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-55",
          size === "sm" ? "h-7" : "h-8",
          value === "" ? "pr-2" : count === undefined ? "pr-7" : "pr-20",
        )}
      />
      {value !== "" && (
        <div className="absolute right-0.5 flex items-center gap-1">
          {count !== undefined && (
            <span className="max-w-14 truncate text-xs text-faint tabular-nums">{count}</span>
          )}
          <IconButton
            icon={X}
            size="sm"
            label={t("clear")}
            className="rounded-md"
            onClick={() => {
              onChange("");
              input.current?.focus();
            }}
          />
        </div>
      )}
      {count !== undefined && (
        <span role="status" className="sr-only">
          {value === "" ? "" : count}
        </span>
      )}
    </div>
  );
}

// Several names or words as chips, each with a remove button. Enter or a comma adds the typed text, Backspace in the
// empty field removes the last chip; pasted text is split at commas and line ends. The arrow keys move through the
// chips, Delete removes one.
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { boxClass, Field, type FieldTexts, useFieldIds } from "./field";
import { type Suggestion, Suggestions, suggested } from "./suggestions";

export interface NamesFieldProps extends FieldTexts {
  value: readonly string[];
  onChange: (value: string[]) => void;
  placeholder?: string | undefined;
  readOnly?: boolean | undefined;
  /** Suggested names; any other can be typed. */
  suggestions?: readonly Suggestion[] | undefined;
  /** Called on blur, after typed text has been added. */
  onLeave?: (() => void) | undefined;
  className?: string | undefined;
}

const BETWEEN = /[、，,;；\n\r\t]/u;

/** The names in a text, trimmed, without empty ones. */
export function namesIn(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Combines two lists of names without duplicates. */
function withNames(names: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...names, ...more])];
}

/** Maximum number of suggestions shown: a reader scans no more. */
const MAX_SUGGESTIONS = 12;

/** The suggestions whose name contains the typed text, without names already in the field. */
function matchingNames(
  all: readonly Suggestion[],
  names: readonly string[],
  typed: string,
): readonly Suggestion[] {
  if (typed.trim() === "") return [];
  return suggested(all, typed)
    .filter(({ value }) => !names.includes(value))
    .slice(0, MAX_SUGGESTIONS);
}

/** Adding, removing and moving between names. */
function useNames({ value, onChange, readOnly }: NamesFieldProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const add = (text: string) => {
    const next = withNames(value, namesIn(text));
    if (next.length !== value.length) onChange(next);
    setTyped("");
  };
  /** A comma ends a name; the rest after the last one is still being typed. */
  const type = (text: string) => {
    const parts = text.split(BETWEEN);
    const rest = parts.pop() ?? "";
    if (parts.length > 0) add(parts.join("\n"));
    setTyped(rest);
  };
  const focusName = (at: number) => {
    const crosses = list.current?.querySelectorAll<HTMLElement>("[data-name]");
    if (crosses === undefined || at >= crosses.length) input.current?.focus();
    else crosses[Math.max(0, at)]?.focus();
  };
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const atStart = selectionStart === 0 && selectionEnd === 0;
    if (event.key === "Enter") {
      // Enter in an empty field belongs to the form, and with a highlighted suggestion to the list.
      if (typed.trim() === "" || event.currentTarget.getAttribute("aria-activedescendant")) return;
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && readOnly !== true && value.length > 0) {
      onChange(value.slice(0, -1));
    } else if (event.key === "ArrowLeft" && atStart && value.length > 0) focusName(value.length - 1);
    else return;
    event.preventDefault();
  };
  const onNameKey = (event: KeyboardEvent, at: number) => {
    if (event.key === "ArrowLeft") focusName(at - 1);
    else if (event.key === "ArrowRight") focusName(at + 1);
    else if ((event.key === "Delete" || event.key === "Backspace") && readOnly !== true) remove(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { typed, setTyped, input, list, add, type, remove, onKeyDown, onNameKey };
}

interface NameChipsProps {
  names: readonly string[];
  label: string;
  list: RefObject<HTMLUListElement | null>;
  readOnly: boolean;
  onRemove: (at: number) => void;
  onKeyDown: (event: KeyboardEvent, at: number) => void;
}

function NameChips({ names, label, list, readOnly, onRemove, onKeyDown }: NameChipsProps) {
  const { t } = useTranslation("components");
  return (
    <ul ref={list} aria-label={label} className="contents">
      {names.map((name, at) => (
        <li
          key={name}
          className="flex h-5.5 max-w-full min-w-0 items-center rounded-md border border-line bg-surface-sunken pl-1.5"
        >
          <span className={cx("min-w-0 truncate", readOnly && "pr-1.5")} title={name}>
            {name}
          </span>
          {!readOnly && (
            <button
              type="button"
              data-name
              tabIndex={-1}
              aria-label={t("removeName", { name })}
              onClick={() => onRemove(at)}
              onKeyDown={(event) => onKeyDown(event, at)}
              className="flex size-5 shrink-0 items-center justify-center rounded-md text-faint transition-colors hover:text-ink"
            >
              <X size={12} strokeWidth={2} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

export function NamesField(props: NamesFieldProps) {
  const { label, hideLabel, hint, error, optional, value, placeholder, readOnly, onLeave } = props;
  const ids = useFieldIds(hint, error);
  const { typed, setTyped, input: inputRef, list, add, type, remove, onKeyDown, onNameKey } = useNames(props);
  const matches = useMemo(
    () => matchingNames(props.suggestions ?? [], value, typed),
    [props.suggestions, value, typed],
  );

  const input = {
    ref: inputRef,
    id: ids.id,
    readOnly,
    placeholder: value.length === 0 ? placeholder : undefined,
    // An open list hides the label; an explicit reference still names the field.
    "aria-labelledby": `${ids.id}-label`,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": ids.describedBy,
    onKeyDown,
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData("text");
      if (readOnly === true || namesIn(text).length < 2) return;
      event.preventDefault();
      add(`${typed}${text}`);
    },
    className: "h-5.5 min-w-10 flex-1 bg-transparent px-1.5 text-sm outline-hidden",
  };

  return (
    <Field {...{ label, hideLabel, hint, error, optional, ids }} className={props.className}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the input focuses it */}
      <div
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          inputRef.current?.focus();
        }}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          add(typed);
          onLeave?.();
        }}
        className={cx(
          boxClass,
          "flex min-h-8 flex-wrap items-center gap-1 p-1",
          "has-aria-invalid:border-danger focus-within:border-focus-ring focus-within:outline-1 focus-within:outline-focus-ring",
        )}
      >
        {value.length > 0 && (
          <NameChips
            names={value}
            label={label}
            list={list}
            readOnly={readOnly === true}
            onRemove={remove}
            onKeyDown={onNameKey}
          />
        )}
        {props.suggestions === undefined ? (
          <input
            {...input}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              const composing = "isComposing" in event.nativeEvent && event.nativeEvent.isComposing === true;
              if (composing) setTyped(event.target.value);
              else type(event.target.value);
            }}
            onCompositionEnd={(event) => type(event.currentTarget.value)}
          />
        ) : (
          <Suggestions {...{ label, typed, input }} shown={matches} onType={type} onTake={add} />
        )}
      </div>
    </Field>
  );
}

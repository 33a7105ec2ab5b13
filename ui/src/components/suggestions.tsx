// Suggestions below a line of text. Enter takes the highlighted suggestion. Where only listed text is valid, the only one
// left for the typed text is highlighted by itself. Escape closes the list and keeps the text.
import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { cx } from "./class-names";

/** A suggestion. */
export interface Suggestion {
  /** The text inserted when it is chosen. Unique in the list. */
  value: string;
  /** Additional search terms, such as aliases. */
  also?: readonly string[] | undefined;
  /** Secondary text after it. */
  hint?: string | undefined;
  icon?: ReactNode;
}

/** Maximum number of suggestions shown: a reader scans no more. */
const MAX_SUGGESTIONS = 40;

/** The suggestions that contain the typed text: those that start with it first. */
export function suggested(all: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const query = typed.trim().toLocaleLowerCase();
  if (query === "") return all.slice(0, MAX_SUGGESTIONS);
  const rank = ({ value, also = [] }: Suggestion): number => {
    const name = value.toLocaleLowerCase();
    if (name.startsWith(query)) return 0;
    if (name.includes(query)) return 1;
    return also.some((other) => other.toLocaleLowerCase().includes(query)) ? 2 : 3;
  };
  const ranked: Suggestion[][] = [[], [], []];
  for (const one of all) ranked[rank(one)]?.push(one);
  const found = ranked.flat();
  // Text that is already complete needs no list.
  if (found.length === 1 && found[0]?.value === typed) return [];
  return found.slice(0, MAX_SUGGESTIONS);
}

interface SuggestionsProps {
  /** The accessible name of the list. */
  label: string;
  typed: string;
  shown: readonly Suggestion[];
  /** Only suggestions are valid: Enter takes the only one left. */
  listed?: boolean | undefined;
  onType: (text: string) => void;
  /** A suggestion was taken. */
  onTake: (value: string) => void;
  /** Props of the input. */
  input: ComponentProps<typeof Base.Input>;
}

/** An input with a list of suggestions. */
export function Suggestions(props: SuggestionsProps) {
  const { label, typed, shown, listed = false, onType, onTake, input } = props;
  const [wantsOpen, setWantsOpen] = useState(false);
  const onlyId = useId();
  // An open list hides its surroundings from screen readers, so an empty one never opens.
  const open = wantsOpen && shown.length > 0;
  // Highlighted here, not by the component's own automatic highlight: that one stays when more suggestions come back.
  const only = listed && open && shown.length === 1 && typed.trim() !== "" ? shown[0] : undefined;
  const onKeyDown: typeof input.onKeyDown = (event) => {
    input.onKeyDown?.(event);
    const hasModifier = event.ctrlKey || event.shiftKey || event.altKey || event.metaKey;
    if (event.key !== "Enter" || hasModifier || event.nativeEvent.isComposing || event.defaultPrevented)
      return;
    if (only === undefined || input.readOnly === true) return;
    event.preventDefault();
    event.preventBaseUIHandler();
    setWantsOpen(false);
    onTake(only.value);
  };
  return (
    <Base.Root
      items={shown}
      filter={null}
      value={typed}
      onValueChange={(next, { reason }) => {
        if (reason === "item-press") onTake(next);
        // Escape in a field without a list would empty it.
        else if (reason !== "escape-key") onType(next);
      }}
      itemToStringValue={(item: Suggestion) => item.value}
      openOnInputClick
      open={open}
      onOpenChange={(next) => setWantsOpen(next)}
      disabled={input.disabled}
      readOnly={input.readOnly}
    >
      <Base.Input
        autoComplete="off"
        spellCheck={false}
        {...input}
        {...(only !== undefined && { "aria-activedescendant": onlyId })}
        onKeyDown={onKeyDown}
      />
      <Base.Portal>
        <Base.Positioner sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup
            className={cx(
              "popup-motion max-h-[min(16rem,var(--available-height))] w-(--anchor-width) min-w-48 overflow-y-auto rounded-lg border border-line bg-surface-raised p-1",
              "text-sm text-ink shadow-2 outline-hidden data-empty:hidden",
            )}
          >
            <Base.List aria-label={label}>
              {(item: Suggestion) => (
                <Base.Item
                  key={item.value}
                  value={item}
                  {...(item === only && { render: <div id={onlyId} /> })}
                  className={cx(
                    "flex min-h-7 items-center gap-2 rounded-sm px-2 py-1 outline-hidden select-none data-highlighted:bg-surface-hover",
                    item === only && "bg-surface-hover",
                  )}
                >
                  {item.icon}
                  <span className="min-w-0 truncate">{item.value}</span>
                  {item.hint !== undefined && (
                    <span className="ml-auto max-w-1/2 shrink-0 truncate pl-3 text-xs text-faint">
                      {item.hint}
                    </span>
                  )}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

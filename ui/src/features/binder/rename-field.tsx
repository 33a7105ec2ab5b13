// A title edited in its row. Enter and blur save it, Esc cancels; a chapter must have one.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { takeHeldTyping } from "@/desk/held-typing";

/** The maximum title length of the backend, in chars. */
const MAX_TITLE_LENGTH = 500;

export type RenameEnd = "enter" | "escape" | "left";

export interface RenameFieldProps {
  /** The initial text of the field. */
  text: string;
  /** Puts the caret at the end, to append a name; otherwise the text is selected. */
  caretAtEnd: boolean;
  /** Whether an empty title is refused. */
  needed: boolean;
  /** `typed`: text that followed the title, which was typed before the field existed. */
  onDone: (title: string | null, end: RenameEnd, typed?: string) => void;
}

export function RenameField({ text, caretAtEnd, needed, onDone }: RenameFieldProps) {
  const { t } = useTranslation("binder");
  const [title, setTitle] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const wrongWith = (trimmed: string) => {
    if (needed && trimmed === "") return t("rename.emptyChapter");
    return [...trimmed].length > MAX_TITLE_LENGTH ? t("rename.long") : null;
  };
  const wrong = wrongWith(title.trim());

  /** Inserts text typed before the field existed: a line break acts as Enter, and the rest goes to the text. */
  const insertTyped = useRef<(words: string) => void>(() => undefined);
  insertTyped.current = (words) => {
    if (words === "") return;
    const [first = "", ...rest] = words.split("\n");
    const next = caretAtEnd ? title + first : first || title;
    // The next key may come before this is rendered.
    if (input.current !== null) input.current.value = next;
    setTitle(next);
    if (rest.length === 0 || (needed && next.trim() === "")) return;
    done.current = true;
    input.current?.blur();
    onDone(next.trim().slice(0, MAX_TITLE_LENGTH), "enter", rest.join("\n"));
  };

  useEffect(() => {
    const field = input.current;
    if (field === null) return;
    const begin = () => {
      field.focus();
      if (caretAtEnd) field.setSelectionRange(field.value.length, field.value.length);
      else field.select();
    };
    takeHeldTyping((words) => {
      begin();
      insertTyped.current(words);
    });
    // A menu that opened the field returns the focus to its previous element a moment later.
    const again = setTimeout(() => {
      if (!done.current && document.activeElement !== field) begin();
    }, 60);
    return () => clearTimeout(again);
  }, [caretAtEnd]);

  const finish = (end: RenameEnd) => {
    if (done.current) return;
    const trimmed = (input.current?.value ?? title).trim();
    const isWrong = wrongWith(trimmed) !== null;
    if (end === "enter" && isWrong) return;
    done.current = true;
    // Anything typed from here on belongs to the next element.
    input.current?.blur();
    onDone(end === "escape" || isWrong ? null : trimmed, end);
  };

  return (
    <span className="relative min-w-0 flex-1">
      <input
        ref={input}
        value={title}
        aria-label={t("rename.label")}
        aria-invalid={wrong !== null || undefined}
        aria-describedby={wrong === null ? undefined : "binder-rename-wrong"}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onContextMenu={(event) => event.stopPropagation()}
        onBlur={(event) => {
          // The window lost the focus, or a closing menu took it for a moment: the field stays.
          if (event.relatedTarget === null && !document.hasFocus()) return;
          setTimeout(() => {
            if (document.activeElement !== input.current) finish("left");
          }, 80);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            finish("enter");
          } else if (event.key === "Escape") {
            event.preventDefault();
            finish("escape");
          }
        }}
        className="h-6 w-full min-w-0 rounded-sm border border-focus-ring bg-surface-raised px-1 text-sm text-ink outline-hidden aria-invalid:border-danger"
      />
      {wrong !== null && (
        <span
          id="binder-rename-wrong"
          role="alert"
          className="absolute top-full left-0 z-10 mt-1 rounded-md border border-line bg-surface-raised px-2 py-1 text-xs text-danger shadow-2"
        >
          {wrong}
        </span>
      )}
    </span>
  );
}

// The field for a comment or a reply. Enter finishes, Shift+Enter makes a new line, Esc gives up.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { TextArea } from "@/components/text-area";

interface WordsFieldProps {
  label: string;
  initial?: string;
  act: string;
  /** Whether an empty text may be given. */
  mayBeEmpty?: boolean;
  /** Returns whether it was done. */
  onDone: (text: string) => Promise<boolean>;
  onCancel: () => void;
}

/** Whether a key finishes the text: Enter alone, unless an input method takes it. */
export function finishes(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing;
}

export function WordsField(props: WordsFieldProps) {
  const { label, initial = "", act, mayBeEmpty = false, onDone, onCancel } = props;
  const { t } = useTranslation("comments");
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = form.current?.querySelector("textarea");
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const isMissing = text.trim() === "" && !mayBeEmpty;
  const done = async () => {
    if (busy || isMissing) return;
    setBusy(true);
    if (!(await onDone(text.trim()))) setBusy(false);
  };
  return (
    <form
      ref={form}
      aria-label={label}
      className="flex min-w-0 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void done();
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        } else if (event.target instanceof HTMLTextAreaElement && finishes(event)) {
          event.preventDefault();
          void done();
        }
      }}
    >
      <TextArea
        label={label}
        hideLabel
        value={text}
        onChange={setText}
        rows={2}
        maxRows={10}
        placeholder={label}
      />
      <div className="flex flex-wrap gap-1.5">
        <Button type="submit" size="sm" variant="primary" busy={busy} disabled={isMissing}>
          {act}
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {t("cancel", { ns: "components" })}
        </Button>
      </div>
    </form>
  );
}

// The name of a version, edited in its row. Enter and blur save it, Esc cancels.
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

export interface NameFieldProps {
  name: string;
  /** `null`: unchanged. `byKey`: the focus returns to the list. */
  onDone: (name: string | null, byKey: boolean) => void;
}

export function NameField({ name, onDone }: NameFieldProps) {
  const { t } = useTranslation("versions");
  const [value, setValue] = useState(name);
  const done = useRef(false);
  const finish = (next: string | null, byKey: boolean) => {
    if (done.current) return;
    done.current = true;
    onDone(next === name ? null : next, byKey);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the author just opened this field
      autoFocus
      value={value}
      maxLength={200}
      aria-label={t("naming.label")}
      aria-description={t("naming.hint")}
      placeholder={t("naming.label")}
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(value.trim(), false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(value.trim(), true);
        else if (event.key === "Escape") finish(null, true);
      }}
      className="h-7 w-full rounded-md border border-focus-ring bg-surface-raised px-2 text-sm"
    />
  );
}

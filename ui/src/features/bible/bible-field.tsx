// One field of the bible: its name, lock and text. Saved as the author types; long texts are collapsed until focused.
import { Ellipsis, Lock, LockOpen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import { TextArea } from "@/components/text-area";
import { useDesk } from "@/desk/desk";
import type { BibleField } from "@/ipc/types";
import { FieldName } from "./field-name";
import { linesOf } from "./lines";
import { useBibleField } from "./use-bible-field";

/** Visible lines of a field without focus. */
const COLLAPSED_LINES = 5;
const MAX_LINES = 24;

interface BibleFieldRowProps {
  field: BibleField;
  /** The field's name in the author's language. */
  name: string;
  writable: boolean;
  /** Whether the field was just created and takes the focus. */
  fresh: boolean;
  wrongName: (name: string) => string | undefined;
}

/** Focuses the text of a field that was just created, or that the author went to. */
function useTextFocus(key: string, fresh: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const goneTo = useDesk((state) => state.shown.bible === key);
  useEffect(() => {
    if (!goneTo) return;
    useDesk.setState(({ shown }) => ({ shown: { ...shown, bible: null } }));
    root.current?.querySelector("textarea")?.focus();
  }, [goneTo]);
  // The row may render before it is known to be the new one.
  useEffect(() => {
    if (fresh) root.current?.querySelector("textarea")?.focus();
  }, [fresh]);
  return root;
}

export function BibleFieldRow(props: BibleFieldRowProps) {
  const { field, name, writable, fresh } = props;
  const { t } = useTranslation("bible");
  const root = useTextFocus(field.key, fresh);
  const kept = useBibleField(field, name);
  const { value, locked } = kept;
  const failed = value.failure ?? locked.failure;
  return (
    <div ref={root} className="group flex flex-col gap-1">
      <FieldHead {...props} kept={kept} />
      <FieldText
        name={name}
        text={value}
        writable={writable}
        placeholder={t(field.standard ? `hints.${field.key}` : "hints.own")}
      />
      {locked.value && <p className="text-xs text-faint">{t("locked")}</p>}
      {failed !== null && (
        <FailureState
          failure={failed}
          onRetry={() => {
            value.flush();
            locked.flush();
          }}
        />
      )}
    </div>
  );
}

type Kept = ReturnType<typeof useBibleField>;

/** The name of a field, its menu and its lock; or the field for its name. */
function FieldHead({ field, name, writable, wrongName, kept }: BibleFieldRowProps & { kept: Kept }) {
  const { t } = useTranslation("bible");
  const [naming, setNaming] = useState(false);
  const { locked, remove } = kept;
  const rename = async (to: string | null) => {
    const wrong = to === null ? undefined : await kept.rename(to);
    if (wrong === undefined) setNaming(false);
    return wrong;
  };
  if (naming)
    return (
      <div className="flex min-h-6 items-center gap-0.5">
        <div className="min-w-0 flex-1">
          <FieldName label={t("nameOf", { name })} name={name} wrong={wrongName} onDone={rename} />
        </div>
      </div>
    );
  return (
    <div className="flex min-h-6 items-center gap-0.5">
      {/* The field below it has the same accessible name. */}
      <p aria-hidden className="min-w-0 flex-1 text-sm font-medium break-words">
        {name}
      </p>
      {!field.standard && (
        <Menu
          align="end"
          trigger={
            <IconButton
              icon={Ellipsis}
              size="sm"
              label={t("more", { name })}
              className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
            />
          }
          items={[
            { id: "rename", label: t("rename"), disabled: !writable, onSelect: () => setNaming(true) },
            {
              id: "remove",
              label: t("remove"),
              danger: true,
              disabled: !writable,
              onSelect: () => void remove(),
            },
          ]}
        />
      )}
      <IconButton
        icon={locked.value ? Lock : LockOpen}
        size="sm"
        label={t("lockOf", { name })}
        pressed={locked.value}
        disabled={!writable}
        tooltipSide="left"
        onClick={() => locked.change(!locked.value)}
        className={
          locked.value ? undefined : "opacity-45 group-focus-within:opacity-100 group-hover:opacity-100"
        }
      />
    </div>
  );
}

interface FieldTextProps {
  name: string;
  text: Kept["value"];
  writable: boolean;
  placeholder: string;
}

/** The text of a field, collapsed unless it has the focus. */
function FieldText({ name, text, writable, placeholder }: FieldTextProps) {
  const [open, setOpen] = useState(false);
  const lines = linesOf(text.value, MAX_LINES);
  return (
    <div className="relative">
      <TextArea
        label={name}
        hideLabel
        value={text.value}
        onChange={text.change}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          text.flush();
        }}
        readOnly={!writable}
        rows={Math.min(lines, open ? MAX_LINES : COLLAPSED_LINES)}
        maxRows={open ? MAX_LINES : COLLAPSED_LINES}
        placeholder={placeholder}
      />
      {!open && lines > COLLAPSED_LINES && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-px bottom-px h-9 rounded-b-lg bg-linear-to-t from-surface-raised to-transparent"
        />
      )}
    </div>
  );
}

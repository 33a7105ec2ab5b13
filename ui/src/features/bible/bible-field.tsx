// One field of the bible: its name, lock and text. Saved as the author types; long texts are collapsed until focused.
import { Ellipsis, Lock, LockOpen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FailureState, useFailureWords } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import { TextArea } from "@/components/text-area";
import { attempt } from "@/desk/attempt";
import { useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { useKept } from "@/desk/use-kept";
import { call, toFailure } from "@/ipc/host";
import type { BibleField } from "@/ipc/types";
import { FieldName } from "./field-name";
import { linesOf } from "./lines";

/** Debounce before a text is saved, ms. */
const SAVE_DEBOUNCE = 800;
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

export function BibleFieldRow({ field, name, writable, fresh, wrongName }: BibleFieldRowProps) {
  const { t } = useTranslation("bible");
  const words = useFailureWords();
  const [open, setOpen] = useState(false);
  const [naming, setNaming] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const goneTo = useDesk((state) => state.shown.bible === field.key);
  useEffect(() => {
    if (!goneTo) return;
    useDesk.setState(({ shown }) => ({ shown: { ...shown, bible: null } }));
    root.current?.querySelector("textarea")?.focus();
  }, [goneTo]);
  // The row may render before it is known to be the new one.
  useEffect(() => {
    if (fresh) root.current?.querySelector("textarea")?.focus();
  }, [fresh]);
  // Pending text is saved under the field's current name, and discarded if the field was removed.
  const key = useRef<string | null>(field.key);
  const value = useKept({
    stored: field.value,
    keep: (next) => call("bible.set", { key: key.current ?? field.key, value: next }),
    allowed: () => key.current !== null,
    after: SAVE_DEBOUNCE,
  });
  const locked = useKept({
    stored: field.locked,
    keep: (next) => call("bible.set", { key: key.current ?? field.key, locked: next }),
    allowed: () => key.current !== null,
    after: 0,
  });

  const rename = async (to: string | null) => {
    if (to === null) {
      setNaming(false);
      return undefined;
    }
    try {
      value.flush();
      await call("bible.set", { key: field.key, rename: to });
      key.current = to;
      setNaming(false);
      return undefined;
    } catch (thrown) {
      const failure = toFailure(thrown);
      return failure.code === "name_taken" ? t("taken", { name: to }) : words(failure).title;
    }
  };
  const remove = () =>
    attempt(async () => {
      const typed = value.value;
      key.current = null;
      const { locked: held } = await call("bible.remove", { key: field.key }).catch((thrown: unknown) => {
        key.current = field.key;
        throw thrown;
      });
      notify({
        text: t("removed", { name }),
        action: {
          label: t("undo"),
          onSelect: () =>
            void attempt(() => call("bible.set", { key: field.key, value: typed, locked: held })),
        },
      });
    });
  const lines = linesOf(value.value, MAX_LINES);
  const failed = value.failure ?? locked.failure;

  return (
    <div ref={root} className="group flex flex-col gap-1">
      <div className="flex min-h-6 items-center gap-0.5">
        {naming ? (
          <div className="min-w-0 flex-1">
            <FieldName label={t("nameOf", { name })} name={name} wrong={wrongName} onDone={rename} />
          </div>
        ) : (
          <>
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
          </>
        )}
      </div>
      <div className="relative">
        <TextArea
          label={name}
          hideLabel
          value={value.value}
          onChange={value.change}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            value.flush();
          }}
          readOnly={!writable}
          rows={Math.min(lines, open ? MAX_LINES : COLLAPSED_LINES)}
          maxRows={open ? MAX_LINES : COLLAPSED_LINES}
          placeholder={t(field.standard ? `hints.${field.key}` : "hints.own")}
        />
        {!open && lines > COLLAPSED_LINES && (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-x-px bottom-px h-9 rounded-b-lg bg-linear-to-t from-surface-raised to-transparent"
          />
        )}
      </div>
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

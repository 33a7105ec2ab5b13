// A command in the shortcuts dialog: its name, its keys as a button, and the current prompt.
import { type RefObject, useId, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Command, nameOf } from "@/commands/command";
import { firstKeys } from "@/commands/shortcuts";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { formatShortcut, Kbd } from "@/components/kbd";
import { useKeyboard, useKeysOf } from "@/desk/shortcuts";
import type { Changing, Step } from "./changing";

interface ShortcutRowProps {
  command: Command;
  changing: Changing;
}

export function ShortcutRow({ command, changing }: ShortcutRowProps) {
  const { t } = useTranslation("palette");
  const keys = useKeysOf(command.id) ?? "";
  const button = useRef<HTMLButtonElement>(null);
  const line = useId();
  const name = nameOf(command, t);
  const first = firstKeys(command);
  const step = changing.step?.id === command.id ? changing.step : null;
  const reset = () => {
    changing.give(command.id, first);
    button.current?.focus();
  };
  return (
    <div className="-mx-2 flex min-h-8 flex-wrap items-center gap-x-4 rounded-md px-2 hover:bg-surface-hover">
      <dt className="min-w-0 flex-1 break-words">{name}</dt>
      <dd className="flex shrink-0 items-center gap-2">
        {keys !== first && (
          <>
            <Badge>{t("shortcuts.changed")}</Badge>
            <Button size="sm" variant="ghost" aria-label={t("shortcuts.resetOf", { name })} onClick={reset}>
              {t("shortcuts.reset")}
            </Button>
          </>
        )}
        {command.keysOfText ? (
          <>
            <span className="text-xs text-faint">{t("shortcuts.fixed")}</span>
            <Kbd keys={keys} className="px-2.5" />
          </>
        ) : (
          <KeysButton {...{ command, changing, keys, step, button }} describedBy={line} />
        )}
      </dd>
      {step !== null && (
        <dd id={line} className="flex basis-full flex-wrap items-center justify-end gap-2 pb-1.5 text-sm">
          {step.kind === "recording" ? (
            <Recording step={step} />
          ) : (
            <Question step={step} changing={changing} button={button} />
          )}
        </dd>
      )}
    </div>
  );
}

interface KeysButtonProps extends ShortcutRowProps {
  keys: string;
  step: Step | null;
  button: RefObject<HTMLButtonElement | null>;
  describedBy: string;
}

function KeysButton({ command, changing, keys, step, button, describedBy }: KeysButtonProps) {
  const { t } = useTranslation("palette");
  const name = nameOf(command, t);
  const shown = keys === "" ? t("shortcuts.none") : formatShortcut(keys);
  const isRecording = step?.kind === "recording";
  const start = () => {
    // A mouse click does not focus a button on every platform.
    button.current?.focus();
    changing.record(command.id);
  };
  return (
    <Button
      ref={button}
      size="sm"
      variant={isRecording ? "primary" : keys === "" ? "ghost" : "secondary"}
      aria-label={
        isRecording ? t("shortcuts.pressFor", { name }) : t("shortcuts.change", { name, keys: shown })
      }
      aria-describedby={step === null ? undefined : describedBy}
      onClick={start}
      // A click elsewhere gives the keyboard to its target.
      onBlur={isRecording ? changing.cancel : undefined}
    >
      {isRecording ? t("shortcuts.press") : shown}
    </Button>
  );
}

/** Why the last press was refused, and how to cancel. */
function Recording({ step }: { step: Step & { kind: "recording" } }) {
  const { t } = useTranslation("palette");
  const { refused } = step;
  if (refused === null) {
    return (
      <p role="status" className="text-subtle">
        {t("shortcuts.pressHint", { escape: formatShortcut("Escape") })}
      </p>
    );
  }
  const values = {
    keys: formatShortcut(refused.keys),
    ctrl: formatShortcut("CmdOrCtrl"),
    alt: formatShortcut("Alt"),
  };
  return (
    <p role="alert" className="min-w-0 break-words text-danger">
      {t(`shortcuts.faults.${refused.fault}`, values)}
    </p>
  );
}

interface QuestionProps {
  step: Step & { kind: "asking" };
  changing: Changing;
  button: RefObject<HTMLButtonElement | null>;
}

/** Another command has the keys. */
function Question({ step, changing, button }: QuestionProps) {
  const { t } = useTranslation("palette");
  const { commands } = useKeyboard();
  const buttons = useRef<HTMLSpanElement>(null);
  // The focus returns to the row when its question closes.
  useLayoutEffect(() => {
    const own = buttons.current;
    return () => {
      if (own?.contains(document.activeElement)) button.current?.focus();
    };
  }, [button]);
  const holder = commands.get(step.holder);
  const name = holder === undefined ? step.holder : nameOf(holder, t);
  return (
    <>
      <p role="alert" className="min-w-0 break-words">
        {t("shortcuts.taken", { keys: formatShortcut(step.keys), name })}
      </p>
      <span ref={buttons} className="flex gap-2">
        <Button size="sm" onClick={changing.take}>
          {t("shortcuts.take")}
        </Button>
        <Button size="sm" variant="ghost" onClick={changing.cancel}>
          {t("shortcuts.cancel")}
        </Button>
      </span>
    </>
  );
}

// Dialogs. Focus stays inside while one is open and goes back where it was; Esc closes it, except while it is busy.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { IconButton } from "./icon-button";
import { finalFocus, useShownDialog } from "./shown-dialogs";

export interface DialogProps {
  open: boolean;
  /** Esc, the cross, or a press outside where that is allowed. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, right-aligned; the one that completes the dialog comes last. */
  footer?: ReactNode;
  /** What stands at the left of the footer. */
  footerStart?: ReactNode;
  /** sm 400, md (default) 520, lg 720, xl 960 pixels wide. */
  size?: "sm" | "md" | "lg" | "xl" | undefined;
  /** Something is under way that must not be left: the dialog stays open. */
  busy?: boolean | undefined;
  /** Makes the dialog a form: Enter in a field, or a button of type "submit" in the footer, submits it. */
  onSubmit?: (() => void) | undefined;
  /** Where the focus goes first; by default the first field or button, but not the cross. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** A press outside closes too. Off by default: it would lose what was typed. */
  closeOnOutsidePress?: boolean | undefined;
}

export const dialogWidths = { sm: "w-100", md: "w-130", lg: "w-180", xl: "w-240" } as const;

export const backdropClass =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-(--motion-fast) data-ending-style:opacity-0 data-starting-style:opacity-0";

export const dialogPopupClass =
  "fixed top-(--dialog-top) left-1/2 z-40 flex max-h-[calc(100vh-var(--dialog-top)-max(var(--dialog-top),var(--notice-room,0px)))] max-w-[calc(100vw-2rem)] " +
  "-translate-x-1/2 flex-col overflow-hidden " +
  "rounded-lg border border-line bg-surface-raised text-ink shadow-3 outline-hidden transition-[opacity,translate] " +
  "duration-(--motion-slow) ease-out data-ending-style:opacity-0 data-ending-style:duration-(--motion-fast) " +
  "data-starting-style:translate-y-2 data-starting-style:opacity-0";

/** Whether a dialog is open. Notices have that role too, but stand in a region of their own. */
export function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog]:not([role=region] *)") !== null;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, busy = false, size = "md", initialFocus, closeOnOutsidePress = false } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!closeOnOutsidePress}
      onOpenChange={(next, details) => {
        if (next) return;
        if (busy) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          finalFocus={finalFocus}
          initialFocus={initialFocus ?? (() => beginning(popup.current))}
          aria-busy={busy || undefined}
          className={cx(dialogPopupClass, dialogWidths[size])}
          onKeyDown={submitOnEnter}
        >
          <DialogContent {...props} popup={popup} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function DialogContent({
  title,
  description,
  children,
  footer,
  footerStart,
  busy,
  onClose,
  onSubmit,
  initialFocus,
  popup,
}: DialogProps & { popup: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation("components");
  useKeyboard(popup, initialFocus);
  useShownDialog();
  const inner = (
    <>
      {/* The cross comes last in the order of tabs and stands first in sight. */}
      <header className="flex flex-col gap-1 px-5 pt-4 pr-14 pb-3">
        <Base.Title className="text-lg font-semibold break-words">{title}</Base.Title>
        {description !== undefined && (
          <Base.Description render={<div />} className="text-sm break-words text-subtle">
            {description}
          </Base.Description>
        )}
      </header>
      {children !== undefined && <DialogBody>{children}</DialogBody>}
      {(footer !== undefined || footerStart !== undefined) && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
          {footerStart !== undefined && (
            <div className="mr-auto flex min-w-0 items-center gap-2">{footerStart}</div>
          )}
          {footer}
        </footer>
      )}
      <IconButton
        icon={X}
        label={t("close")}
        data-cross
        disabled={busy}
        onClick={onClose}
        className="absolute top-3 right-3"
      />
    </>
  );
  if (onSubmit === undefined) return inner;
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (busy !== true) onSubmit();
      }}
    >
      {inner}
    </form>
  );
}

const FOCUSABLE =
  ":is(a[href], button:not([data-cross]), input, textarea, select, [tabindex='0']):not(:disabled)";

/**
 * Where the keyboard begins: in the first field, or else on what the dialog is for. What is still being fetched has neither, and
 * on the cross or on "cancel" the first key would close what was only just opened. True is the first of all that can have it.
 */
function beginning(popup: HTMLElement | null): HTMLElement | true | null {
  const first = popup?.querySelector(FOCUSABLE);
  if (first == null) return popup;
  const submit = first.closest("footer") && popup?.querySelector<HTMLButtonElement>("footer [type=submit]");
  if (submit == null) return true;
  return submit.disabled ? popup : submit;
}

/** Enter does what the dialog is for while nothing in it has the keyboard; a key that is held has opened it and does nothing more. */
function submitOnEnter({ key, repeat, target, currentTarget }: KeyboardEvent<HTMLDivElement>): void {
  if (key !== "Enter" || repeat || target !== currentTarget) return;
  const submit = currentTarget.querySelector<HTMLButtonElement>("footer [type=submit]:not(:disabled)");
  submit?.form?.requestSubmit(submit);
}

/** Longer than a dialog takes to put the focus where it begins, ms. */
const SETTLED = 80;

/**
 * Keeps the keyboard out of what lies below. A dialog that goes gives it back to where it was, though another one has come in
 * its place.
 */
function useKeyboard(
  popup: RefObject<HTMLDivElement | null>,
  initialFocus: DialogProps["initialFocus"],
): void {
  // Before that, where nothing had the keyboard, the dialog itself would take it from the field that is to have it.
  const settled = useRef(false);
  // What had the keyboard may be gone with the step of the dialog before.
  useEffect(() => {
    if (settled.current && document.activeElement === document.body) popup.current?.focus();
  });
  useEffect(() => {
    const take = () => {
      const at = document.activeElement;
      if (popup.current?.hasAttribute("data-open") !== true) return;
      // Lists and notices of a dialog stand beside it, each in a portal as it does; what is typed for the text that its act
      // leads to waits in a field of its own.
      if (at !== null && at.closest("[data-base-ui-portal], .held-typing") === null) popup.current.focus();
    };
    const begin = () => {
      const where = initialFocus?.current ?? beginning(popup.current);
      const field = where === true ? popup.current?.querySelector<HTMLElement>(FOCUSABLE) : where;
      (field ?? popup.current)?.focus();
    };
    const timer = setTimeout(() => {
      settled.current = true;
      // A slow machine has not put it anywhere yet, and would leave it on the dialog once that has it.
      if (document.activeElement === document.body) begin();
      else take();
    }, SETTLED);
    document.addEventListener("focusin", take);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", take);
    };
  }, [popup, initialFocus]);
}

function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(false);
  // A body that scrolls and holds nothing to focus is itself a stop, so that the keyboard can scroll it.
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const scrolls = element.scrollHeight > element.clientHeight;
    setStop(
      scrolls && element.querySelector("a[href], button, input, textarea, select, [tabindex]") === null,
    );
  });
  return (
    <div
      ref={body}
      tabIndex={stop ? 0 : undefined}
      className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 -outline-offset-2"
    >
      {children}
    </div>
  );
}

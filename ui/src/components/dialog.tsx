// Dialogs. Focus stays inside while one is open and returns to where it was; Esc closes it, except while it is busy.
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
  /** Called for Esc, the close button, or an outside press where that is allowed. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, right-aligned; the one that completes the dialog comes last. */
  footer?: ReactNode;
  /** Content at the left of the footer. */
  footerStart?: ReactNode;
  /** Width in pixels: sm 400, md (default) 520, lg 720, xl 960. */
  size?: "sm" | "md" | "lg" | "xl" | undefined;
  /** Always as high as a dialog may be, for content that comes later: the buttons stay where they are. */
  steady?: boolean | undefined;
  /** Keeps the dialog open while an act must not be interrupted. */
  busy?: boolean | undefined;
  /** Makes the dialog a form: Enter in a field, or a submit button in the footer, submits it. */
  onSubmit?: (() => void) | undefined;
  /** The initial focus; by default the first field or button, except the close button. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Whether an outside press closes it too. Off by default: it would discard what was typed. */
  closeOnOutsidePress?: boolean | undefined;
}

export const dialogWidths = { sm: "w-100", md: "w-130", lg: "w-180", xl: "w-240" } as const;

export const backdropClass =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-(--motion-fast) data-ending-style:opacity-0 data-starting-style:opacity-0";

const steadyClass = "h-[calc(100vh-var(--dialog-top)-max(var(--dialog-top),var(--notice-room,0px)))]";

export const dialogPopupClass =
  "fixed top-(--dialog-top) left-1/2 z-40 flex max-h-[calc(100vh-var(--dialog-top)-max(var(--dialog-top),var(--notice-room,0px)))] max-w-[calc(100vw-2rem)] " +
  "-translate-x-1/2 flex-col overflow-hidden " +
  "rounded-lg border border-line bg-surface-raised text-ink shadow-3 outline-hidden transition-[opacity,translate] " +
  "duration-(--motion-slow) ease-out data-ending-style:opacity-0 data-ending-style:duration-(--motion-fast) " +
  "data-starting-style:translate-y-2 data-starting-style:opacity-0";

/** Whether a dialog is open. Notices have that role too, but are inside a region of their own. */
export function isDialogOpen(): boolean {
  return document.querySelector("[role=dialog]:not([role=region] *)") !== null;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, busy = false, size = "md", initialFocus, closeOnOutsidePress = false } = props;
  const { steady = false } = props;
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
          initialFocus={initialFocus ?? (() => initialFocusOf(popup.current))}
          aria-busy={busy || undefined}
          className={cx(dialogPopupClass, dialogWidths[size], steady && steadyClass)}
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
      {/* The close button is last in tab order but first visually. */}
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
 * The initial focus: the first field, otherwise the main button. A dialog that is still loading has neither, and on the
 * close button or "cancel" the first key would close what was just opened. True means the first focusable element.
 */
function initialFocusOf(popup: HTMLElement | null): HTMLElement | true | null {
  const first = popup?.querySelector(FOCUSABLE);
  if (first == null) return popup;
  const submit = first.closest("footer") && popup?.querySelector<HTMLButtonElement>("footer [type=submit]");
  if (submit == null) return true;
  return submit.disabled ? popup : submit;
}

/**
 * Enter triggers the main button while nothing inside has focus. A held key is the one that opened the dialog, and is
 * ignored.
 */
function submitOnEnter({ key, repeat, target, currentTarget }: KeyboardEvent<HTMLDivElement>): void {
  // A radio button has no use for Enter.
  const isFree = target === currentTarget || (target instanceof Element && target.matches("[role=radio]"));
  if (key !== "Enter" || repeat || !isFree) return;
  const submit = currentTarget.querySelector<HTMLButtonElement>("footer [type=submit]:not(:disabled)");
  submit?.form?.requestSubmit(submit);
}

/** Longer than a dialog takes to set its initial focus, in ms. */
const FOCUS_DELAY = 80;

/** Keeps focus out of the content below. A closing dialog restores the focus even when another one has replaced it. */
function useKeyboard(
  popup: RefObject<HTMLDivElement | null>,
  initialFocus: DialogProps["initialFocus"],
): void {
  // Before that, if nothing had focus, the dialog itself would take it from the field that should get it.
  const settled = useRef(false);
  // The focused element may be gone with the previous step of the dialog.
  useEffect(() => {
    if (settled.current && document.activeElement === document.body) popup.current?.focus();
  });
  useEffect(() => {
    const keepFocus = () => {
      const at = document.activeElement;
      if (popup.current?.hasAttribute("data-open") !== true) return;
      // Lists and notices of a dialog are beside it, each in a portal as it is; text typed for the editor that its act
      // leads to is captured in a field of its own.
      if (at !== null && at.closest("[data-base-ui-portal], .held-typing") === null) popup.current.focus();
    };
    const setInitialFocus = () => {
      const where = initialFocus?.current ?? initialFocusOf(popup.current);
      const field = where === true ? popup.current?.querySelector<HTMLElement>(FOCUSABLE) : where;
      (field ?? popup.current)?.focus();
    };
    const timer = setTimeout(() => {
      settled.current = true;
      // A slow machine has not set the initial focus yet, and would leave it on the dialog.
      if (document.activeElement === document.body) setInitialFocus();
      else keepFocus();
    }, FOCUS_DELAY);
    document.addEventListener("focusin", keepFocus);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusin", keepFocus);
    };
  }, [popup, initialFocus]);
}

/** An error that appears comes into view: it is often below the fields, at the end of what scrolls. */
function useErrorsInView(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (body.current === null) return;
    const observer = new MutationObserver((changes) => {
      const added = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof Element);
      const errors = added.map((node) =>
        node.matches("[role=alert]") ? node : node.querySelector("[role=alert]"),
      );
      errors.findLast((error) => error !== null)?.scrollIntoView?.({ block: "nearest" });
    });
    observer.observe(body.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [body]);
}

function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(false);
  useErrorsInView(body);
  // A scrolling body without focusable content becomes focusable, so that the keyboard can scroll it.
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

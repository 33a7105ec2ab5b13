// Short notices at the lower right, where dialogs leave room for them. Screen readers announce them politely; those
// about errors stay until closed.
import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";
import { IconButton } from "./icon-button";
import { useIsDialogShown } from "./shown-dialogs";

export type ToastTone = "neutral" | "success" | "danger";

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

export interface ToastOptions {
  /** What happened, in one sentence. */
  text: string;
  /** What it means, or what to do. */
  detail?: string | undefined;
  tone?: ToastTone | undefined;
  /** An act in response to the notice, such as 撤销. It closes the notice. */
  action?: ToastAction | undefined;
  /** A second act, shown before it. */
  also?: ToastAction | undefined;
  /** A notice with the id of an earlier one replaces it, as the newest. */
  id?: string | undefined;
  /** Display time in ms; 0 means until closed. Default 5,000, 10,000 with an action, 0 for danger. */
  duration?: number | undefined;
}

export interface Toasts {
  /** Shows a notice and returns its id. */
  show: (notice: string | ToastOptions) => string;
  close: (id: string) => void;
  closeAll: () => void;
}

function stay(options: ToastOptions): number {
  if (options.duration !== undefined) return options.duration;
  if (options.tone === "danger") return 0;
  return options.action === undefined ? 5000 : 10000;
}

/** Notices that inform the author and need no answer. */
export function useToast(): Toasts {
  const { add, close } = Base.useToastManager();
  return useMemo(
    () => ({
      close,
      closeAll: () => close(),
      show: (notice) => {
        const options: ToastOptions = typeof notice === "string" ? { text: notice } : notice;
        const { action } = options;
        // Adding a notice with an existing id would update it in place, perhaps hidden behind newer ones.
        if (options.id !== undefined) close(options.id);
        const id: string = add({
          id: options.id,
          title: options.text,
          description: options.detail,
          type: options.tone ?? "neutral",
          timeout: stay(options),
          data: { also: options.also },
          actionProps:
            action === undefined
              ? undefined
              : {
                  children: action.label,
                  onClick: () => {
                    action.onSelect();
                    close(id);
                  },
                },
        });
        return id;
      },
    }),
    [add, close],
  );
}

/** CSS property of the page root: the height of the bottom bar, which notices must not cover. */
export const FOOT = "--foot";

/**
 * Maximum number of visible notices, the newest: more would cover the author's work. The others appear when these
 * close.
 */
const MAX_VISIBLE = 2;

/** CSS property of the page root: the height of the visible notices, above which dialogs end. */
const ROOM = "--notice-room";

/** Holds the notices of the window. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation("components");
  const isDialogShown = useIsDialogShown();
  return (
    <Base.Provider limit={isDialogShown ? 1 : MAX_VISIBLE}>
      {children}
      <Base.Portal>
        <Base.Viewport
          data-notices
          data-region
          aria-label={t("toast.region")}
          className="fixed right-4 bottom-[calc(var(--foot,0px)+2.5rem)] z-60 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { t } = useTranslation("components");
  const { toasts, close } = Base.useToastManager<ToastData>();
  const newest = useRef<HTMLDivElement>(null);
  useEscape(toasts[0]?.id, close);
  useLayoutEffect(() => keepRoom(newest.current?.parentElement ?? null));
  // The newest is lowest, nearest to where notices appear.
  return [...toasts].reverse().map((toast) => (
    <Base.Root
      key={toast.id}
      ref={toast === toasts[0] ? newest : undefined}
      toast={toast}
      data-newest={toast === toasts[0] || undefined}
      swipeDirection="right"
      className={cx(
        "rounded-lg border border-line bg-surface-raised text-ink shadow-2 transition-[opacity,translate] duration-(--motion-slow) ease-out",
        "data-ending-style:translate-x-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0",
      )}
    >
      <Base.Content className="flex items-start gap-2.5 py-2 pr-2 pl-3">
        <ToneIcon tone={toast.type} />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-0.5">
          <Base.Title render={<p />} className="text-sm break-words" />
          <Base.Description className="text-xs break-words text-subtle" />
        </div>
        <Also action={toast.data?.also} onDone={() => close(toast.id)} />
        <Base.Action className={ACTION} />
        <IconButton icon={X} size="sm" label={t("close")} tooltipSide="top" onClick={() => close(toast.id)} />
      </Base.Content>
    </Base.Root>
  ));
}

/** Whether something takes Escape before a notice does. Notices have the role of a dialog, too. */
function isCovered(): boolean {
  const all = document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]");
  return [...all].some((one) => one.closest("[data-notices]") === null);
}

/** Escape closes the newest notice, unless something else takes it. */
function useEscape(newest: string | undefined, close: (id: string) => void): void {
  useEffect(() => {
    if (newest === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing || isCovered()) return;
      // By then everything else has had its turn.
      timer = setTimeout(() => !event.defaultPrevented && close(newest));
    };
    window.addEventListener("keydown", heard, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", heard, true);
    };
  }, [newest, close]);
}

/** Publishes the height of a notice region to dialogs. */
function keepRoom(region: HTMLElement | null): void {
  const { style } = document.documentElement;
  if (region === null) style.removeProperty(ROOM);
  else style.setProperty(ROOM, `calc(var(${FOOT}, 0px) + 3rem + ${region.offsetHeight}px)`);
}

interface ToastData {
  also?: ToastAction | undefined;
}

const ACTION =
  "inline-flex h-6 shrink-0 items-center rounded-md px-2 text-sm font-medium text-accent hover:bg-accent-soft";

function Also({ action, onDone }: { action: ToastAction | undefined; onDone: () => void }) {
  if (action === undefined) return null;
  const select = () => {
    action.onSelect();
    onDone();
  };
  return (
    <button type="button" className={ACTION} onClick={select}>
      {action.label}
    </button>
  );
}

function ToneIcon({ tone }: { tone: string | undefined }) {
  if (tone === "danger") return <CircleAlert size={16} aria-hidden className="mt-1 shrink-0 text-danger" />;
  if (tone === "success") return <CircleCheck size={16} aria-hidden className="mt-1 shrink-0 text-success" />;
  return null;
}

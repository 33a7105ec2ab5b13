// One item of a list in full, in place of the list. The button, Esc and Alt+← go back.
import { ArrowLeft } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button";
import { isFocusLost } from "./lost-focus";

export interface DetailPaneProps {
  /** Undefined while it is unknown. */
  title: string | undefined;
  /** Leaves the title to the content; it still names the pane. */
  hideTitle?: boolean | undefined;
  /** Before the title. */
  sign?: ReactNode;
  /** Buttons at the right of the bar. */
  actions?: ReactNode;
  /** The name of the back button; “返回列表” by default. */
  backLabel?: string | undefined;
  onBack: () => void;
  /** Whether a pane that appears takes the focus; by default if nothing or the list it replaces has it. */
  takesFocus?: ((pane: HTMLElement) => boolean) | undefined;
  children: ReactNode;
}

/** Whether the focus is in what the pane replaces, which is gone or hidden. An author who is writing keeps the focus. */
function listLosesFocus(pane: HTMLElement): boolean {
  return isFocusLost() || pane.parentElement?.contains(document.activeElement) === true;
}

const isBackKey = (event: KeyboardEvent) =>
  event.key === "Escape" || (event.altKey && event.key === "ArrowLeft");

export function DetailPane(props: DetailPaneProps) {
  const { title, hideTitle = false, sign, actions, backLabel, onBack, children } = props;
  const { t } = useTranslation("components");
  const root = useRef<HTMLElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(props.takesFocus ?? listLosesFocus);
  useEffect(() => {
    if (root.current !== null && takesFocus.current(root.current)) root.current.focus();
  }, []);
  const goBack = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onBack();
  };
  return (
    <article
      ref={root}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        // Keys in a menu of the pane bubble here too.
        const inside = event.currentTarget.contains(event.target as Node);
        if (!inside || !isBackKey(event) || event.defaultPrevented || event.nativeEvent.isComposing) return;
        goBack(event);
      }}
      onKeyDownCapture={(event) => {
        // The button's tooltip consumes Esc.
        if (event.key === "Escape" && event.target === back.current) goBack(event);
      }}
      className="flex min-h-0 flex-1 flex-col outline-hidden"
    >
      <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line px-2">
        <IconButton
          ref={back}
          icon={ArrowLeft}
          label={backLabel ?? t("backToList")}
          shortcut="Alt+Left"
          onClick={onBack}
        />
        {title === undefined || hideTitle ? (
          <span className="flex-1" />
        ) : (
          <>
            {sign}
            <h3 title={title} className="min-w-0 flex-1 truncate pl-0.5 text-sm font-medium">
              {title}
            </h3>
          </>
        )}
        {actions}
      </div>
      {children}
    </article>
  );
}

/** Moves the focus back to the list, to the first of `selectors` found in `list` once it is shown again. */
export function returnFocus(list: HTMLElement | null, selectors: readonly string[]): void {
  requestAnimationFrame(() => {
    for (const selector of selectors) {
      const found = list?.querySelector<HTMLElement>(selector);
      if (found == null) continue;
      found.focus();
      return;
    }
  });
}

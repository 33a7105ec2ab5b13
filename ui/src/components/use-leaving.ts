// A view in the centre of the window that Escape leaves. It takes the focus when it opens: the text that had it is hidden.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { isDialogOpen } from "./dialog";

interface LeavingProps {
  ref: RefObject<HTMLElement | null>;
  tabIndex: number;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The properties of the view's root. `onLeave` is called for an Escape that nothing inside has handled. */
export function useLeaving(onLeave: () => void): LeavingProps {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    // What had the focus may be gone: the key then goes to the page.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.activeElement !== document.body || isDialogOpen()) return;
      event.preventDefault();
      leave.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    // The keys of a dialog opened from here pass through here, too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // An open popup of a field closes first.
    if (target.closest("[aria-expanded=true][aria-haspopup]") !== null) return;
    event.preventDefault();
    onLeave();
  };
  return { ref, tabIndex: -1, onKeyDown };
}

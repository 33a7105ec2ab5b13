// Notices from outside components: commands, and flows that outlive a dialog.
import type { ToastOptions } from "@/components/toast";

let show: (notice: ToastOptions) => void = () => undefined;

/** Sets the function that shows notices; called by the window. */
export function onNotice(handler: typeof show): void {
  show = handler;
}

/** Shows a notice. Its text is already in the author's language. */
export function notify(notice: ToastOptions): void {
  show(notice);
}

// Telling the author something in passing from where there is no component: commands, flows that outlive a dialog.
import type { ToastOptions } from "@/components/toast";

let shown: (notice: ToastOptions) => void = () => undefined;

/** What shows notices; the window brings it. */
export function onNotice(handler: typeof shown): void {
  shown = handler;
}

/** Tells the author something; the words are in their language already. */
export function notify(notice: ToastOptions): void {
  shown(notice);
}

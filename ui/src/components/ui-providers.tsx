// Context of all components: shared tooltip delay, notices, tooltips for truncated text, and no style elements (the
// window's CSP refuses them).
import { CSPProvider } from "@base-ui/react/csp-provider";
import { type ReactNode, useEffect } from "react";
import { showCutWords } from "./cut-words";
import { ToastProvider } from "./toast";
import { TooltipProvider } from "./tooltip";

/** Wraps the window once, inside i18n. */
export function UiProviders({ children }: { children: ReactNode }) {
  useEffect(showCutWords, []);
  return (
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <ToastProvider>{children}</ToastProvider>
      </TooltipProvider>
    </CSPProvider>
  );
}

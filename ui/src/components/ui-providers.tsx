// What every component needs around it: shared tooltip delay, notices, hints for words that are cut, and no style elements (the window's CSP refuses them).
import { CSPProvider } from "@base-ui/react/csp-provider";
import { type ReactNode, useEffect } from "react";
import { tellCutWords } from "./cut-words";
import { ToastProvider } from "./toast";
import { TooltipProvider } from "./tooltip";

/** Wraps the window once, inside i18n. */
export function UiProviders({ children }: { children: ReactNode }) {
  useEffect(tellCutWords, []);
  return (
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <ToastProvider>{children}</ToastProvider>
      </TooltipProvider>
    </CSPProvider>
  );
}

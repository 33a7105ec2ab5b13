// An error: what happened, what is safe, what to do; its code, and details to copy when asking for help.
import { Check, CircleAlert, Copy, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { cx } from "./class-names";
import { copyText } from "./copy-text";

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** What is safe: “已保存的文字没有改动。” */
  safe?: string | undefined;
  /** What to do. */
  todo?: string | undefined;
  code?: string | undefined;
  /** Technical details for support; never the author's text. */
  details?: string | undefined;
  /** More about what happened: a list of the affected items. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** Further acts beside "try again". */
  actions?: ReactNode;
  className?: string | undefined;
}

export function ErrorState(props: ErrorStateProps) {
  const { title, safe, todo, code, details, children, onRetry, retrying, actions, className } = props;
  const { t } = useTranslation("components");
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  const report = [title, code === undefined ? "" : `${t("error.code")}: ${code}`, details ?? ""]
    .filter(Boolean)
    .join("\n");
  return (
    <div
      role="alert"
      className={cx(
        "flex gap-3 rounded-lg border border-line bg-surface-raised px-4 py-3.5 text-sm",
        className,
      )}
    >
      <CircleAlert size={17} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium break-words">{title}</p>
        {children}
        {safe !== undefined && <p className="break-words text-subtle">{safe}</p>}
        {todo !== undefined && <p className="break-words text-subtle">{todo}</p>}
        {details !== undefined && (
          <details className="mt-1 text-xs" open={copied === "failed" || undefined}>
            <summary className="w-fit rounded-sm text-faint hover:text-ink">{t("error.details")}</summary>
            {/* A scrolling region must be focusable. */}
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll long details
              tabIndex={0}
              className="mt-1.5 max-h-40 overflow-auto rounded-md bg-surface-sunken px-2.5 py-2 font-mono whitespace-pre-wrap text-subtle select-text"
            >
              {details}
            </pre>
          </details>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
          {onRetry !== undefined && (
            <Button size="sm" icon={RotateCw} onClick={onRetry} busy={retrying}>
              {t("retry")}
            </Button>
          )}
          {actions}
          {(details !== undefined || code !== undefined) && (
            <Button
              size="sm"
              variant="ghost"
              icon={copied === "yes" ? Check : Copy}
              onClick={async () => setCopied((await copyText(report)) ? "yes" : "failed")}
            >
              {copied === "yes" ? t("error.copied") : t("error.copy")}
            </Button>
          )}
          {code !== undefined && (
            <span className="ml-auto font-mono text-xs break-all text-faint select-text">
              <span className="sr-only">{t("error.code")} </span>
              {code}
            </span>
          )}
        </div>
        <p aria-live="polite" className={copied === "failed" ? "text-xs text-danger" : "sr-only"}>
          {copied === "failed" ? t("error.copyFailed") : copied === "yes" ? t("error.copied") : ""}
        </p>
      </div>
    </div>
  );
}

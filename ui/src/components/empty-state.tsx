// The placeholder of an empty list: what would be here, and an act that creates the first item.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names";

export interface EmptyStateProps {
  icon?: LucideIcon | undefined;
  title: string;
  text?: ReactNode;
  /** A Button. */
  action?: ReactNode;
  /** Less padding, for narrow panels. */
  compact?: boolean | undefined;
  className?: string | undefined;
}

export function EmptyState({ icon: Icon, title, text, action, compact = false, className }: EmptyStateProps) {
  return (
    <div
      data-empty
      className={cx(
        "mx-auto flex w-full max-w-80 flex-col items-center text-center",
        compact ? "gap-1.5 px-4 py-6" : "gap-2 px-6 py-14",
        className,
      )}
    >
      {Icon && <Icon size={compact ? 20 : 26} strokeWidth={1.25} aria-hidden className="mb-1 text-faint" />}
      <p className="max-w-full text-sm font-medium break-words">{title}</p>
      {text !== undefined && (
        <div data-empty-text className="max-w-full text-sm break-words text-subtle">
          {text}
        </div>
      )}
      {action !== undefined && (
        <div className="mt-3 flex max-w-full flex-wrap justify-center gap-2">{action}</div>
      )}
    </div>
  );
}

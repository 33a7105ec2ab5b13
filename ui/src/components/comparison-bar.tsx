// The bar above a comparison: a selection of the two sides, a button that swaps them, and a close button.
import { ArrowLeftRight, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";
import { Select, type SelectOption } from "./select";

export interface ComparisonBarProps<T extends string> {
  /** The options for each side. */
  options: readonly SelectOption<T>[];
  left: T;
  right: T;
  /** Called with the new choice for both sides. */
  onChange: (left: T, right: T) => void;
  onClose: () => void;
  labels: { left: string; right: string; swap: string; close: string };
  /** Buttons before the close button. */
  children?: ReactNode;
}

export function ComparisonBar<T extends string>(props: ComparisonBarProps<T>) {
  const { options, left, right, onChange, onClose, labels, children } = props;
  const side = (label: string, value: T, choose: (value: T) => void) => (
    <Select
      hideLabel
      size="sm"
      className="max-w-72 min-w-28 flex-1 basis-40"
      onChange={choose}
      {...{ label, value, options }}
    />
  );
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2">
      {side(labels.left, left, (next) => onChange(next, right))}
      <IconButton icon={ArrowLeftRight} label={labels.swap} onClick={() => onChange(right, left)} />
      {side(labels.right, right, (next) => onChange(left, next))}
      <div className="ml-auto flex max-w-full min-w-0 items-center gap-2">
        {children}
        <IconButton icon={X} label={labels.close} shortcut="Escape" onClick={onClose} />
      </div>
    </header>
  );
}

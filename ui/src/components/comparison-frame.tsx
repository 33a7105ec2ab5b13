// The frame of every comparison: a bar to choose the two sides, and below it the difference, or why there is none. Esc
// closes it.
import { ArrowLeftRight, type LucideIcon, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Sides } from "./compared-sides";
import { EmptyState } from "./empty-state";
import { type FailureLike, FailureState } from "./failure-state";
import { IconButton } from "./icon-button";
import { LoadingState } from "./loading-state";
import { Select } from "./select";

export interface SideOption {
  side: number | null;
  label: string;
  /** A subdued second line. */
  hint?: string | undefined;
}

export interface ComparisonFrameProps extends Sides {
  label: string;
  options: readonly SideOption[];
  onChange: (sides: Sides) => void;
  closeLabel: string;
  onClose: () => void;
  /** Buttons before the close button. */
  actions?: ReactNode;
  /** Inside another pane, it leaves the focus where it is. */
  embedded?: boolean | undefined;
  failure: FailureLike | null;
  onRetry: () => void;
  /** Says that the sides are the same, where they are. */
  same: { icon: LucideIcon; title: string; text?: string } | null;
  /** Says what is read. */
  reading: string;
  /** The difference; false while it is being read. */
  children: ReactNode;
}

export function ComparisonFrame(props: ComparisonFrameProps) {
  const { label, onClose, embedded = false, failure, onRetry, same, reading, children } = props;
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!embedded) root.current?.focus();
  }, [embedded]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !inside) return;
    event.preventDefault();
    onClose();
  };
  const body = () => {
    if (failure !== null) {
      return (
        <div className="mx-auto w-full max-w-140 p-6">
          <FailureState failure={failure} onRetry={onRetry} />
        </div>
      );
    }
    if (same !== null) return <EmptyState {...same} />;
    return children === false ? <LoadingState kind="ring" label={reading} /> : children;
  };
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex h-full min-h-0 min-w-0 flex-col bg-page outline-hidden"
    >
      <h2 className="sr-only">{label}</h2>
      <SidesBar {...props} />
      {body()}
    </section>
  );
}

function SidesBar(props: ComparisonFrameProps) {
  const { options, left, right, onChange, onClose, closeLabel, actions } = props;
  const { t } = useTranslation("components");
  const choice = (label: string, value: number | null, choose: (side: number | null) => void) => (
    <Select
      hideLabel
      size="sm"
      label={label}
      className="max-w-72 min-w-28 flex-1 basis-40"
      value={String(value)}
      onChange={(key) => choose(options.find(({ side }) => String(side) === key)?.side ?? null)}
      options={options.map(({ side, ...shown }) => ({ value: String(side), ...shown }))}
    />
  );
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2">
      {choice(t("compare.left"), left, (next) => onChange({ left: next, right }))}
      <IconButton
        icon={ArrowLeftRight}
        label={t("compare.swap")}
        onClick={() => onChange({ left: right, right: left })}
      />
      {choice(t("compare.right"), right, (next) => onChange({ left, right: next }))}
      <div className="ml-auto flex max-w-full min-w-0 items-center gap-2">
        {actions}
        <IconButton icon={X} label={closeLabel} shortcut="Escape" onClick={onClose} />
      </div>
    </header>
  );
}

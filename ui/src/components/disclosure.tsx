// A heading that expands its content.
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "./class-names";

interface DisclosureProps {
  title: ReactNode;
  /** Content at the right end of the heading's line; may contain buttons. */
  aside?: ReactNode;
  /** The initial state. */
  begins?: "open" | "folded";
  /** The heading level, if the title is a heading. */
  heading?: "h3" | "h4";
  children: ReactNode;
}

export function Disclosure({ title, aside, begins = "folded", heading, children }: DisclosureProps) {
  const [open, setOpen] = useState(begins === "open");
  const id = useId();
  const Heading = heading ?? "div";
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-h-7 items-center gap-2">
        <Heading className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
            className="flex w-full min-w-0 items-center gap-1 rounded-sm text-left text-sm font-medium hover:text-accent"
          >
            <ChevronRight
              size={14}
              strokeWidth={2}
              aria-hidden
              className={cx(
                "shrink-0 text-faint transition-transform motion-reduce:transition-none",
                open && "rotate-90",
              )}
            />
            <span className="min-w-0 break-words">{title}</span>
          </button>
        </Heading>
        {aside}
      </div>
      {open && (
        <div id={id} className="min-w-0 pt-1 pb-2">
          {children}
        </div>
      )}
    </div>
  );
}

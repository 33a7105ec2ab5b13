// A quoted passage. A short one, such as a single mark, is shown with the text around it.
import { cx } from "@/components/class-names";
import type { Evidence } from "./acts";

interface QuotedProps {
  evidence: Evidence;
  className?: string;
}

/** Whether the text around a passage is known. */
export function hasAround({ before, after }: Evidence): boolean {
  return before !== "" || after !== "";
}

export function Quoted({ evidence, className }: QuotedProps) {
  const { before, quote, after } = evidence;
  return (
    <span className={cx("font-reading break-words", className)}>
      {hasAround(evidence) ? (
        <>
          {before}
          <mark className="rounded-[2px] bg-hit font-semibold text-ink">{quote}</mark>
          {after}
        </>
      ) : (
        quote
      )}
    </span>
  );
}

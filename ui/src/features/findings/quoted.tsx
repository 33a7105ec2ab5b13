// The words of a passage. A short one, such as a lone mark, stands among the words around it.
import { cx } from "@/components/class-names";
import type { Evidence } from "./acts";

interface QuotedProps {
  evidence: Evidence;
  className?: string;
}

/** Whether the words around a passage are known. */
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

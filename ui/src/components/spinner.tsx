import { LoaderCircle } from "lucide-react";
import { cx } from "./class-names";

/** A spinner, hidden from screen readers: the running work is named in words beside it. */
export function Spinner({ size = 16, className }: { size?: number; className?: string | undefined }) {
  return (
    <LoaderCircle
      size={size}
      strokeWidth={2}
      aria-hidden
      className={cx("animate-spin-slow shrink-0", className)}
    />
  );
}

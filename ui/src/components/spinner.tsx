import { LoaderCircle } from "lucide-react";
import { cx } from "./class-names";

/** A turning ring. It says nothing to screen readers: what is under way is said in words beside it. */
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

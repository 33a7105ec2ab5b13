// A value that the author edits and the backend stores: a moment after the last change, on blur, and on unmount.
// Changes made elsewhere show as soon as no edit of the author is pending.
import { useCallback, useEffect, useRef, useState } from "react";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

export interface Kept<T> {
  value: T;
  change: (value: T) => void;
  /** Stores the pending value now. */
  flush: () => void;
  failure: Failure | null;
}

export interface KeepOptions<T> {
  stored: T;
  keep: (value: T) => Promise<unknown>;
  /** Pause before storing, in ms; null: only when `flush` is called. */
  after: number | null;
  /** A value that is not allowed stays pending, or is dropped on unmount. */
  allowed?: (value: T) => boolean;
}

/** A field whose value is stored automatically. One component instance belongs to one part. */
export function useKept<T>(options: KeepOptions<T>): Kept<T> {
  const { stored } = options;
  const [value, setValue] = useState(stored);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const pending = useRef<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The value that was sent last, until the backend has reported it. */
  const inFlight = useRef<{ value: T } | null>(null);

  useEffect(() => {
    if (pending.current !== null || inFlight.current !== null) return;
    // The backend trims texts; a trailing line break just typed stays under the caret.
    setValue((now) => (typeof now === "string" && now.trim() === stored ? now : stored));
  }, [stored]);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const wanted = pending.current;
    const { keep, allowed = () => true } = latest.current;
    if (wanted === null || !allowed(wanted.value)) return;
    pending.current = null;
    inFlight.current = wanted;
    setFailure(null);
    keep(wanted.value).then(
      () => {
        if (inFlight.current === wanted) inFlight.current = null;
      },
      (thrown: unknown) => {
        if (inFlight.current === wanted) inFlight.current = null;
        // The value stays in the field and can be retried.
        pending.current ??= wanted;
        setFailure(toFailure(thrown));
      },
    );
  }, []);

  const change = useCallback(
    (next: T) => {
      setValue(next);
      pending.current = { value: next };
      clearTimeout(timer.current);
      const { after } = latest.current;
      if (after !== null) timer.current = setTimeout(flush, after);
    },
    [flush],
  );

  useEffect(() => flush, [flush]);

  return { value, change, flush, failure };
}

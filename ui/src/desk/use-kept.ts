// A value the author edits and the backend keeps: a moment after the last change, when the field is left, and when it
// goes. What is stored elsewhere meanwhile shows as soon as nothing of the author's own waits.
import { useCallback, useEffect, useRef, useState } from "react";
import { toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

export interface Kept<T> {
  value: T;
  change: (value: T) => void;
  /** Keeps what waits, now. */
  flush: () => void;
  failure: Failure | null;
}

export interface KeepOptions<T> {
  stored: T;
  keep: (value: T) => Promise<unknown>;
  /** Quiet time before it is kept, ms; null: only when `flush` is called. */
  after: number | null;
  /** What must not be kept waits, or is dropped when the field goes. */
  allowed?: (value: T) => boolean;
}

/** A field whose value is kept by itself. One component instance belongs to one part. */
export function useKept<T>(options: KeepOptions<T>): Kept<T> {
  const { stored } = options;
  const [value, setValue] = useState(stored);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const waiting = useRef<{ value: T } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The value that was sent last, until the backend has told it. */
  const sent = useRef<{ value: T } | null>(null);

  useEffect(() => {
    if (waiting.current !== null || sent.current !== null) return;
    // The backend trims texts; a line just begun stays under the caret.
    setValue((now) => (typeof now === "string" && now.trim() === stored ? now : stored));
  }, [stored]);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const wanted = waiting.current;
    const { keep, allowed = () => true } = latest.current;
    if (wanted === null || !allowed(wanted.value)) return;
    waiting.current = null;
    sent.current = wanted;
    setFailure(null);
    keep(wanted.value).then(
      () => {
        if (sent.current === wanted) sent.current = null;
      },
      (thrown: unknown) => {
        if (sent.current === wanted) sent.current = null;
        // It stays in the field and can be tried again.
        waiting.current ??= wanted;
        setFailure(toFailure(thrown));
      },
    );
  }, []);

  const change = useCallback(
    (next: T) => {
      setValue(next);
      waiting.current = { value: next };
      clearTimeout(timer.current);
      const { after } = latest.current;
      if (after !== null) timer.current = setTimeout(flush, after);
    },
    [flush],
  );

  useEffect(() => flush, [flush]);

  return { value, change, flush, failure };
}

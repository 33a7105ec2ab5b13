// Today by the local clock, and what was written on it.
import { useEffect, useState } from "react";
import { usePacedAnswer } from "@/desk/paced-answer";
import type { Failure, Timestamp, WrittenDay } from "@/ipc/types";
import { boundsOf, midnight } from "./days";

/** Maximum interval of clock checks, since machines sleep, ms. */
const MAX_CHECK_INTERVAL = 10 * 60 * 1000;

/** The midnight at which today began; updated when the day ends. */
export function useMidnight(): Timestamp {
  const [today, setToday] = useState(() => midnight(Date.now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = Date.now();
      setToday(midnight(now));
      timer = setTimeout(look, Math.min(MAX_CHECK_INTERVAL, midnight(now, 1) - now + 50));
    };
    look();
    window.addEventListener("focus", look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", look);
    };
  }, []);
  return today;
}

/** What was written today; follows the writing within two seconds. */
export function useToday(): { day: WrittenDay | null; failure: Failure | null } {
  const today = useMidnight();
  const { data, error } = usePacedAnswer("statistics.days", { bounds: boundsOf(today, 1) });
  return { day: data?.days[0] ?? null, failure: error };
}

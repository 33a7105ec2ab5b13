// Days change while the window is open.
import { useEffect, useState } from "react";
import { dayOf } from "./days";

/** A moment of today. It changes at midnight, so that relative day names stay correct. */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow((last) => (dayOf(last) === dayOf(Date.now()) ? last : Date.now()));
    }, 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

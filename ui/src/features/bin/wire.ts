// What a part in the bin stood in. The backend does not tell it yet: then a way back is tried, and taken back.
import type { BinnedPart, Parent } from "@/ipc/types";

/** What a part stood in; null when it is not told. */
export function parentOf(part: BinnedPart): Parent | null {
  return (part as BinnedPart & { parent?: Parent }).parent ?? null;
}

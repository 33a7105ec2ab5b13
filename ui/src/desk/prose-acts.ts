// The acts whose answer is prose for the scene. The others return values.
import type { Act } from "@/ipc/types";

export const PROSE_ACTS = ["draft", "continue", "rewrite", "expand", "compress", "polish"] as const;

export function isProse(act: Act): boolean {
  return (PROSE_ACTS as readonly Act[]).includes(act);
}

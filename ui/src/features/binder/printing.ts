// Whether scenes are printed.
import { inTurn } from "@/desk/navigation";
import { call } from "@/ipc/host";
import type { SceneView } from "@/ipc/types";
import { attempt } from "./notices";

/** Leaves scenes out of print, or prints them again. */
export function setPrinted(scenes: readonly SceneView[], printed: boolean): Promise<boolean> {
  return inTurn(() =>
    attempt(async () => {
      for (const { id } of scenes)
        await call("manuscript.describe", { part: { scene: id }, not_for_print: !printed });
    }),
  );
}

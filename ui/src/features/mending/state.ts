// What the window shows of mendings: the scene whose changes are looked at, and the session that the author waits for.
import { create } from "zustand";
import { isSameProject, useDesk } from "@/desk/desk";
import type { MendSessionId, SceneId } from "@/ipc/types";

interface Mendings {
  /** The scene whose changes are shown in place of the session. */
  scene: SceneId | null;
  /** A session that was begun here: its changes are shown as soon as they are there. */
  awaited: MendSessionId | null;
  /** The session that was awaited and has arrived; no further notice is due. */
  arrived: MendSessionId | null;
  /** The author asked to see it: it takes the focus, wherever that is. */
  takesFocus: boolean;
}

const INITIAL: Mendings = { scene: null, awaited: null, arrived: null, takesFocus: false };

export const useMendings = create<Mendings>(() => INITIAL);

useDesk.subscribe(({ project }, { project: before }) => {
  if (!isSameProject(project, before)) useMendings.setState(INITIAL);
});

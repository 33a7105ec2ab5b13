// What the window shows of mendings: the scene whose changes are looked at, the decisions about them, and the session
// that the author waits for.
import { create } from "zustand";
import { isSameProject, useDesk } from "@/desk/desk";
import type { MendSessionId, SceneId } from "@/ipc/types";
import type { Decisions } from "./decisions";

/** How far the author is with the changes of a scene. */
export interface Looked {
  /** Until they are sent. */
  decisions: Decisions;
  /** The place among the changes. */
  at: number;
}

interface Mendings {
  /** The scene whose changes are shown in place of the session. */
  scene: SceneId | null;
  /** A session that was begun here: its changes are shown as soon as they are there. */
  awaited: MendSessionId | null;
  /** The session that was awaited and has arrived; no further notice is due. */
  arrived: MendSessionId | null;
  /** The author asked to see it: it takes the focus, wherever that is. */
  takesFocus: boolean;
  /** By session and scene; the list and the text show the same. */
  looked: ReadonlyMap<string, Looked>;
  /** Whether the text shows the card of the current change; "focused" until it has taken the focus, as asked for. */
  card: "hidden" | "shown" | "focused";
  /** Decisions are being written into the text. */
  isFinishing: boolean;
}

const INITIAL: Mendings = {
  scene: null,
  awaited: null,
  arrived: null,
  takesFocus: false,
  looked: new Map(),
  card: "hidden",
  isFinishing: false,
};

export const useMendings = create<Mendings>(() => INITIAL);

/** Forgets everything: another project is opened. */
export function forgetMendings(): void {
  useMendings.setState(INITIAL);
}

const NEW: Looked = { decisions: new Map(), at: 0 };

const keyOf = (session: MendSessionId, scene: SceneId) => `${session}:${scene}`;

export function useLooked(session: MendSessionId, scene: SceneId): Looked {
  return useMendings(({ looked }) => looked.get(keyOf(session, scene)) ?? NEW);
}

/** Keeps what changed; null forgets all of it. */
export function setLooked(session: MendSessionId, scene: SceneId, change: Partial<Looked> | null): void {
  const key = keyOf(session, scene);
  useMendings.setState(({ looked }) => {
    const next = new Map(looked);
    if (change === null) next.delete(key);
    else next.set(key, { ...(looked.get(key) ?? NEW), ...change });
    return { looked: next };
  });
}

useDesk.subscribe(({ project, shown }, { project: before, shown: earlier }) => {
  if (!isSameProject(project, before)) forgetMendings();
  // The scene belongs to the mending that was shown.
  else if (shown.mending !== earlier.mending) useMendings.setState({ scene: null, card: "hidden" });
});

// Memory items excluded from sending. A choice appears at once and is saved at once, in sequence: each request contains
// the complete list, so the next one starts from the unsaved choices.
import i18next from "i18next";
import { create } from "zustand";
import { notify } from "@/desk/notices";
import { call, toFailure } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { MemoryOfScene, SceneId } from "@/ipc/types";
import { keyOf } from "./retrieving";

/** Choices that are not saved yet. */
export const useDrops = create<Readonly<Record<string, readonly string[]>>>(() => ({}));

const queues = new Map<string, Promise<void>>();

const askedFor = (scene: SceneId) => ["memory.get", { scene }] as const;

/** The excluded items of a scene's memory, as displayed. */
function droppedOf(scene: SceneId): readonly string[] {
  const saved = answers.getQueryData<MemoryOfScene>(askedFor(scene))?.memory?.dropped ?? [];
  return useDrops.getState()[keyOf(scene)] ?? saved;
}

/** Includes or excludes an item. */
export function setSent(scene: SceneId, id: string, to: "send" | "drop"): Promise<void> {
  const others = droppedOf(scene).filter((one) => one !== id);
  return setDropped(scene, to === "drop" ? [...others, id] : others);
}

/** Excludes exactly these items of a scene's memory. */
export function setDropped(scene: SceneId, dropped: readonly string[]): Promise<void> {
  const key = keyOf(scene);
  useDrops.setState({ [key]: dropped });
  const before = queues.get(key) ?? Promise.resolve();
  const next = before.then(() => saveDrops(scene, key, dropped));
  queues.set(key, next);
  return next;
}

async function saveDrops(scene: SceneId, key: string, dropped: readonly string[]): Promise<void> {
  const isLast = () => useDrops.getState()[key] === dropped;
  try {
    // A later choice includes this one.
    if (!isLast()) return;
    const memory = await call("memory.drop", { scene, dropped: [...dropped] });
    if (keyOf(scene) !== key) return;
    answers.setQueryData<MemoryOfScene>(askedFor(scene), (now) => now && { ...now, memory });
  } catch (thrown) {
    const { code } = toFailure(thrown);
    const words = (part: string) => i18next.t(`components:failures.${code}.${part}`);
    notify({
      tone: "danger",
      text: i18next.t("memory:notKept"),
      detail: `${words("title")}${words("todo")}`,
    });
    void answers.invalidateQueries({ queryKey: askedFor(scene) });
  } finally {
    if (isLast()) {
      const { [key]: _, ...others } = useDrops.getState();
      useDrops.setState(others, true);
    }
  }
}

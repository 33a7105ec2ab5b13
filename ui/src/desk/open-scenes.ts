// The scenes on the desk, and acts over all of them.
import { create } from "zustand";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import { answers, onForgotten } from "@/ipc/queries";
import type { SceneId, VersionNo } from "@/ipc/types";
import { forgetLeftEditors } from "./left-editors";
import { type OpenScene, readScene, type SceneStatus } from "./open-scene";

interface OpenScenes {
  /** What is shown of each open scene. */
  status: ReadonlyMap<SceneId, SceneStatus>;
}

export const useOpenScenes = create<OpenScenes>(() => ({ status: new Map() }));

/** How long after a change of threads the open scenes ask where their anchors are now, ms. */
const LOCATE_PACE = 100;

const scenes = new Map<SceneId, OpenScene>();
const reading = new Map<SceneId, Promise<OpenScene>>();
/** Grows when another project is opened, which has scenes with the same ids. */
let projects = 0;

/** The scene, if it is open. */
export function openScene(id: SceneId): OpenScene | undefined {
  return scenes.get(id);
}

/** Opens a scene, or gives the one that is open. Rejects with a `Failure`. */
export function acquireScene(id: SceneId): Promise<OpenScene> {
  const open = scenes.get(id);
  if (open !== undefined) return Promise.resolve(open);
  const known = reading.get(id);
  if (known !== undefined) return known;
  const project = projects;
  const read = readScene(id, (status) => {
    if (project !== projects || !scenes.has(id)) return;
    useOpenScenes.setState((state) => ({ status: new Map(state.status).set(id, status) }));
  }).then((scene) => {
    if (project !== projects) {
      scene.forget();
      return scene;
    }
    scenes.set(id, scene);
    useOpenScenes.setState((state) => ({ status: new Map(state.status).set(id, scene.status()) }));
    return scene;
  });
  reading.set(id, read);
  void read
    .catch(() => undefined)
    .finally(() => {
      if (reading.get(id) === read) reading.delete(id);
    });
  return read;
}

/** Gives a scene its editor. It may have been taken off the desk since it was asked for: it stands there again. */
export function attachEditor(scene: OpenScene, writing: Writing): void {
  const wasGone = scenes.get(scene.id) !== scene;
  scenes.set(scene.id, scene);
  scene.attach(writing);
  useOpenScenes.setState((state) => ({ status: new Map(state.status).set(scene.id, scene.status()) }));
  if (wasGone) void scene.refresh().catch(() => undefined);
}

/** Takes a scene off the desk; what is not kept is kept first. When that fails it stays, and is tried again. */
export async function releaseScene(id: SceneId): Promise<void> {
  const scene = scenes.get(id);
  if (scene === undefined) return;
  const { kept } = scene.status();
  const detached = scene.detach();
  // Whoever comes back reads it anew: an act may have changed it since. What is not kept yet stands in this one alone.
  if (kept === "saved" || kept === "kept") scenes.delete(id);
  await detached;
  if (scene.writing !== null) return;
  if (scenes.get(id) === scene) scenes.delete(id);
  // Until the outline counts what was typed here, the scene's own figures stand for it.
  if (scene.edited) await answers.invalidateQueries({ queryKey: ["manuscript.outline", {}], exact: true });
  if (scenes.has(id)) return;
  useOpenScenes.setState((state) => {
    const status = new Map(state.status);
    status.delete(id);
    return { status };
  });
}

/** Keeps everything that is not kept. Called before any act that reads or changes texts. Rejects with a `Failure`. */
export async function settleAll(): Promise<void> {
  await Promise.all([...scenes.values()].map((scene) => scene.settle()));
}

/** Takes over what the backend has now in every scene whose main line moved on; `headOf` knows where it is. */
export async function refreshMoved(headOf: (scene: SceneId) => VersionNo | null): Promise<void> {
  await Promise.all(
    [...scenes.values()].map(async (scene) => {
      const head = headOf(scene.id);
      if (head !== null && head !== scene.head()) await scene.refresh().catch(() => undefined);
    }),
  );
}

/**
 * After an act that made another version the one of a scene, such as one that took passages of it and so made a version of
 * its draft: the editor goes on from that version and knows where the thread anchors are. Awaited before the author can type
 * again, so that nothing is kept in between: it would be kept on the line that was left.
 */
export async function goOn(id: SceneId): Promise<void> {
  const scene = scenes.get(id);
  await scene?.refresh().catch(() => undefined);
  await scene?.locate();
}

/** Runs an act on the text of a scene: everything typed is kept before, and the editor goes on from what became of it. */
export async function withText<T>(scene: SceneId, run: () => Promise<T>): Promise<T> {
  await settleAll();
  const done = await run();
  await goOn(scene);
  return done;
}

/** The editors go on after an act on many scenes. */
export async function goOnAll(): Promise<void> {
  await Promise.all([...scenes.keys()].map(goOn));
}

let locating: ReturnType<typeof setTimeout> | undefined;

// One act may change threads in several steps, and every open scene is asked for its anchors.
onForgotten((tags) => {
  if (!tags.includes("threads") || locating !== undefined) return;
  locating = setTimeout(() => {
    locating = undefined;
    for (const scene of scenes.values()) void scene.locate();
  }, LOCATE_PACE);
});

/** Forgets every scene: another project is opened. */
export function forgetAll(): void {
  projects += 1;
  for (const scene of scenes.values()) scene.forget();
  scenes.clear();
  reading.clear();
  forgetLeftEditors();
  useOpenScenes.setState({ status: new Map() });
}

/** The text of a scene as the author sees it. */
export async function currentText(id: SceneId): Promise<string> {
  const text = scenes.get(id)?.writing?.text();
  if (text !== undefined) return text;
  const read = await call("scene.text", { scene: id });
  return read.draft?.text ?? read.text;
}

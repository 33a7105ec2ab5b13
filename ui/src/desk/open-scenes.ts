// The open scenes, and operations on all of them.
import { create } from "zustand";
import type { Writing } from "@/editor/create";
import { forgetCut } from "@/editor/cut-anchors";
import { call } from "@/ipc/host";
import { answers, onForgotten } from "@/ipc/queries";
import type { SceneId, VersionNo } from "@/ipc/types";
import { forgetLeftEditors, replaceLeftText } from "./left-editors";
import { type OpenScene, readScene, type SceneStatus } from "./open-scene";

interface OpenScenes {
  /** The status of each open scene. */
  status: ReadonlyMap<SceneId, SceneStatus>;
}

export const useOpenScenes = create<OpenScenes>(() => ({ status: new Map() }));

/** Delay between a change of threads or comments and fetching the open scenes' anchors, in ms. */
const LOCATE_DELAY = 100;

const scenes = new Map<SceneId, OpenScene>();
const reading = new Map<SceneId, Promise<OpenScene>>();
/** Increases when another project is opened, whose scenes have the same ids. */
let projects = 0;

/** The scene, if it is open. */
export function openScene(id: SceneId): OpenScene | undefined {
  return scenes.get(id);
}

/** Opens a scene, or returns it if it is open. Rejects with a `Failure`. */
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

/** Connects a scene with its editor. The scene may have been released since it was requested; it is then open again. */
export function attachEditor(scene: OpenScene, writing: Writing): void {
  const wasReleased = scenes.get(scene.id) !== scene;
  scenes.set(scene.id, scene);
  scene.attach(writing);
  useOpenScenes.setState((state) => ({ status: new Map(state.status).set(scene.id, scene.status()) }));
  if (wasReleased) void scene.refresh().catch(() => undefined);
}

/** Releases a scene after storing its changes. If that fails, the scene stays open and storing is retried. */
export async function releaseScene(id: SceneId): Promise<void> {
  const scene = scenes.get(id);
  if (scene === undefined) return;
  const { kept } = scene.status();
  const detached = scene.detach();
  // The next open reads it again: an act may have changed it since. Only an unstored text stays in this object.
  if (kept === "saved" || kept === "kept") scenes.delete(id);
  await detached;
  if (scene.writing !== null) return;
  if (scenes.get(id) === scene) scenes.delete(id);
  // Until the outline counts what was typed here, the scene's own counts are used.
  if (scene.edited) await answers.invalidateQueries({ queryKey: ["manuscript.outline", {}], exact: true });
  if (scenes.has(id)) return;
  useOpenScenes.setState((state) => {
    const status = new Map(state.status);
    status.delete(id);
    return { status };
  });
}

/** Stores all pending changes. Called before any act that reads or changes texts. Rejects with a `Failure`. */
export async function flushAll(): Promise<void> {
  await Promise.all([...scenes.values()].map((scene) => scene.flush()));
}

/** Takes over the backend's text in every scene whose main line has advanced; `headOf` knows its head. */
export async function refreshMoved(headOf: (scene: SceneId) => VersionNo | null): Promise<void> {
  await Promise.all(
    [...scenes.values()].map(async (scene) => {
      const head = headOf(scene.id);
      if (head !== null && head !== scene.head()) await scene.refresh().catch(() => undefined);
    }),
  );
}

/**
 * Call after an act that made a new version of a scene, such as accepting passages: the editor continues from that
 * version and fetches the thread anchors. Await it before the author can type again, so that nothing is stored in
 * between: it would be stored on the line that was left.
 */
export async function goOn(id: SceneId): Promise<void> {
  const scene = scenes.get(id);
  await scene?.refresh().catch(() => undefined);
  await scene?.locate();
}

/** The same after words moved to or from another scene, as by a merge: undo in the text goes over the change. */
export async function goOnMoved(id: SceneId): Promise<void> {
  const scene = scenes.get(id);
  if (scene === undefined) return replaceLeftText(id, () => currentText(id));
  await scene.refresh(true).catch(() => undefined);
  await scene.locate();
}

/** Runs an act on a scene's text: typed text is stored first, and the editor continues from the result. */
export async function withText<T>(scene: SceneId, run: () => Promise<T>): Promise<T> {
  await flushAll();
  const done = await run();
  await goOn(scene);
  return done;
}

/** The same as `goOn` for an act on many scenes. */
export async function goOnAll(): Promise<void> {
  await Promise.all([...scenes.keys()].map(goOn));
}

let locating: ReturnType<typeof setTimeout> | undefined;

// One act may change threads or comments in several steps, and each would make every open scene fetch its anchors.
onForgotten((tags) => {
  if (!(tags.includes("threads") || tags.includes("comments")) || locating !== undefined) return;
  locating = setTimeout(() => {
    locating = undefined;
    for (const scene of scenes.values()) void scene.locate();
  }, LOCATE_DELAY);
});

/** Forgets every scene: another project is opened. */
export function forgetAll(): void {
  projects += 1;
  for (const scene of scenes.values()) scene.forget();
  scenes.clear();
  reading.clear();
  forgetLeftEditors();
  forgetCut();
  useOpenScenes.setState({ status: new Map() });
}

/** The text of a scene as the author sees it. */
export async function currentText(id: SceneId): Promise<string> {
  const text = scenes.get(id)?.writing?.text();
  if (text !== undefined) return text;
  const read = await call("scene.text", { scene: id });
  return read.draft?.text ?? read.text;
}

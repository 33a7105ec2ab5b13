// Running retrievals, at most one per scene. They continue while another tab is shown.
import { create } from "zustand";
import { refresh } from "@/commands/registry";
import { desk, openDialog } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { excludedSources, takeAgreement, tokensOfRun } from "@/desk/sending";
import { call, type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { Failure, MemoryOfScene, QueriesFrom, SceneId } from "@/ipc/types";

/** A running retrieval, or the failure of the last one. */
export interface Retrieving {
  from: QueriesFrom;
  running: boolean;
  stopping: boolean;
  stopped: boolean;
  progress: JobProgress | null;
  failure: Failure | null;
}

/** Another project reuses the same scene ids. */
type Key = string;

export const useRetrieving = create<Readonly<Record<Key, Retrieving>>>(() => ({}));

const jobs = new Map<Key, Job<"memory.retrieve">>();

/** The key of a scene in the open project. */
export function keyOf(scene: SceneId): Key {
  const { project } = desk();
  return `${project?.folder}/${project?.name} ${scene}`;
}

/** Whether the memory of a scene is being retrieved. */
export function isRetrieving(scene: SceneId): boolean {
  return useRetrieving.getState()[keyOf(scene)]?.running === true;
}

function set(key: Key, change: Partial<Retrieving> | null): void {
  const { [key]: now, ...others } = useRetrieving.getState();
  if (now === undefined) return;
  const next = change === null ? others : { ...others, [key]: { ...now, ...change } };
  useRetrieving.setState(next, true);
  refresh();
}

/** The tokens that the author agreed to; null if a dialog must be answered first, which it opens. */
async function agreement(scene: SceneId): Promise<number | null> {
  const request = { scene, act: "memory" } as const;
  const { target, takes } = await call("context.preview", request);
  const agreed = Math.max(takeAgreement(scene), target?.unasked ?? 0);
  if (target === null) openDialog({ name: "no-model" });
  else if (!target.consented)
    openDialog({ name: "consent", provider: target.provider, origin: target.origin, request });
  else if (tokensOfRun(takes) > agreed) openDialog({ name: "preview-sending", request });
  else return agreed;
  return null;
}

/** Retrieves the memory of a scene. Typed text is saved first, since the saved text is searched. */
export async function retrieve(scene: SceneId, from: QueriesFrom): Promise<void> {
  if (isRetrieving(scene)) return;
  const key = keyOf(scene);
  const initial: Retrieving = {
    from,
    running: true,
    stopping: false,
    stopped: false,
    progress: null,
    failure: null,
  };
  useRetrieving.setState({ [key]: initial });
  refresh();
  try {
    await flushAll();
    const agreed = from === "model" ? await agreement(scene) : 0;
    if (agreed === null) return set(key, null);
    if (useRetrieving.getState()[key]?.stopping === true)
      return set(key, { running: false, stopping: false, stopped: true });
    const excluded = from === "model" ? [...excludedSources(scene)] : [];
    const job = run("memory.retrieve", { scene, queries_from: from, excluded, agreed }, (progress) =>
      set(key, { progress }),
    );
    jobs.set(key, job);
    const memory = await job.answer;
    if (keyOf(scene) === key)
      answers.setQueryData<MemoryOfScene>(["memory.get", { scene }], { memory, is_stale: false });
    set(key, null);
  } catch (thrown) {
    ended(key, scene, toFailure(thrown));
  } finally {
    jobs.delete(key);
  }
}

function ended(key: Key, scene: SceneId, failure: Failure): void {
  if (failure.code === "no_model") {
    set(key, null);
    openDialog({ name: "no-model" });
    return;
  }
  const { details } = failure;
  if (failure.code === "consent_needed" && typeof details === "object" && details !== null) {
    const { provider, origin } = details as Record<string, unknown>;
    if (typeof provider === "string" && typeof origin === "string") {
      set(key, null);
      openDialog({ name: "consent", provider, origin, request: { scene, act: "memory" } });
      return;
    }
  }
  const stopped = failure.code === "stopped";
  set(key, { running: false, stopping: false, stopped, failure: stopped ? null : failure });
}

/** Stops retrieving. */
export function stop(scene: SceneId): void {
  const key = keyOf(scene);
  set(key, { stopping: true });
  jobs.get(key)?.stop();
}

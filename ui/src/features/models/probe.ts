// Tests of providers under way and done: kept while another provider is looked at, gone when the dialog is.
import { create } from "zustand";
import { setUp, takeSetUp } from "@/desk/providers";
import { type Job, run, toFailure } from "@/ipc/host";
import type { Failure, ProbeReport, ProviderId } from "@/ipc/types";
import { makeDefault, settled } from "./acts";
import { defaultOf } from "./routes";

export interface Probe {
  /** What was asked; null when the provider had no model yet and only the server was. */
  model: string | null;
  running: boolean;
  stopping: boolean;
  stopped: boolean;
  report: ProbeReport | null;
  failure: Failure | null;
}

const BEGUN: Omit<Probe, "model"> = {
  running: true,
  stopping: false,
  stopped: false,
  report: null,
  failure: null,
};

export const useProbes = create<Readonly<Record<ProviderId, Probe>>>(() => ({}));

const jobs = new Map<ProviderId, Job<"providers.test">>();

function set(id: ProviderId, change: Partial<Probe>): void {
  const probe = useProbes.getState()[id];
  if (probe !== undefined) useProbes.setState({ [id]: { ...probe, ...change } });
}

/** Whether a model answered, as far as the report shows. */
export function answered({ streaming, json_schema, json_mode, tools }: ProbeReport): boolean {
  return [streaming, json_schema, json_mode, tools].some(({ verdict }) => verdict === "ok");
}

/** Tests a provider with one of its models; without one the server alone. Where there is no default model, one that answers becomes it. */
export async function test(id: ProviderId, model: string | null): Promise<void> {
  if (useProbes.getState()[id]?.running === true) return;
  const own: Probe = { ...BEGUN, model };
  useProbes.setState({ [id]: own });
  // What was typed last is kept first: it is what is tested.
  await settled();
  if (useProbes.getState()[id]?.running !== true) return;
  const job = run("providers.test", model === null ? { id } : { id, model });
  jobs.set(id, job);
  if (useProbes.getState()[id]?.stopping === true) job.stop();
  const isOwn = () => jobs.get(id) === job;
  try {
    const { report } = await job.answer;
    if (!isOwn()) return;
    set(id, { running: false, report });
    // What the server can was noted.
    const now = await setUp();
    takeSetUp(now);
    if (model !== null && answered(report) && defaultOf(now.routes) === null) await makeDefault(id, model);
  } catch (thrown) {
    const failure = toFailure(thrown);
    const stopped = failure.code === "stopped";
    if (isOwn()) set(id, { running: false, stopped, failure: stopped ? null : failure });
  } finally {
    if (isOwn()) jobs.delete(id);
  }
}

export function stopTest(id: ProviderId): void {
  set(id, { stopping: true });
  jobs.get(id)?.stop();
}

/** What was found holds no longer: the address or the key is another. */
export function forgetProbe(id: ProviderId): void {
  jobs.get(id)?.stop();
  jobs.delete(id);
  const { [id]: _, ...others } = useProbes.getState();
  useProbes.setState(others, true);
}

/** Stops what runs and forgets what was found. */
export function forgetProbes(): void {
  for (const id of Object.keys(useProbes.getState())) forgetProbe(id);
}

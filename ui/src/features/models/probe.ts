// Running and finished provider tests: kept while another provider is shown, dropped with the dialog.
import { create } from "zustand";
import { setUp, takeSetUp } from "@/desk/providers";
import { type Job, run, toFailure } from "@/ipc/host";
import type { Failure, ProbeReport, ProviderId } from "@/ipc/types";
import { allSaved, makeDefault } from "./acts";
import { defaultOf } from "./routes";

export interface Probe {
  /** The tested model; null if the provider had none and only the server was tested. */
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

/** Whether a model answered, according to the report. */
export function hasAnswered({ streaming, json_schema, json_mode, tools }: ProbeReport): boolean {
  return [streaming, json_schema, json_mode, tools].some(({ verdict }) => verdict === "ok");
}

/**
 * Tests a provider with one of its models, or without one the server alone. If there is no default model, one that
 * answers becomes it.
 */
export async function test(id: ProviderId, model: string | null): Promise<void> {
  if (useProbes.getState()[id]?.running === true) return;
  const own: Probe = { ...BEGUN, model };
  useProbes.setState({ [id]: own });
  // Typed changes are saved first, so that they are tested.
  await allSaved();
  if (useProbes.getState()[id]?.running !== true) return;
  const job = run("providers.test", model === null ? { id } : { id, model });
  jobs.set(id, job);
  if (useProbes.getState()[id]?.stopping === true) job.stop();
  const isOwn = () => jobs.get(id) === job;
  try {
    const { report } = await job.answer;
    if (!isOwn()) return;
    set(id, { running: false, report });
    // The server's capabilities were stored.
    const now = await setUp();
    takeSetUp(now);
    if (model !== null && hasAnswered(report) && defaultOf(now.routes) === null) await makeDefault(id, model);
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

/** Drops a result that no longer applies: the address or key changed. */
export function forgetProbe(id: ProviderId): void {
  jobs.get(id)?.stop();
  jobs.delete(id);
  const { [id]: _, ...others } = useProbes.getState();
  useProbes.setState(others, true);
}

/** Stops running tests and drops all results. */
export function forgetProbes(): void {
  for (const id of Object.keys(useProbes.getState())) forgetProbe(id);
}

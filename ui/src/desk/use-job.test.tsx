import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Job, JobProgress } from "@/ipc/host";
import { useJob } from "./use-job";

afterEach(cleanup);

const stopped = { code: "stopped", message: "", hint: "", details: null };
const exported = {
  files: ["/x/渡口.txt"],
  chapters: 3,
  drafts: 0,
  left_out: { scenes: 0, paragraphs: 0 },
  comments: 0,
  warnings: [],
  site_warnings: [],
  pdf: null,
};

/** A job that ends when told, and fails when stopped. */
function fakeJob() {
  let end: () => void = () => undefined;
  let fail: (why: unknown) => void = () => undefined;
  const answer = new Promise<typeof exported>((resolve, reject) => {
    end = () => resolve(exported);
    fail = reject;
  });
  const stop = vi.fn(() => fail(stopped));
  const job: Job<"project.export"> = { answer, stop };
  return { job, stop, end: () => end() };
}

describe("a job behind a dialog", () => {
  it("reports its progress, then passes on its answer", async () => {
    const { result } = renderHook(() => useJob());
    const { job, end } = fakeJob();
    const done = vi.fn();
    let report: (progress: JobProgress) => void = () => undefined;
    await act(async () => {
      void result.current.start<"project.export">((onProgress) => {
        report = onProgress;
        return job;
      }, done);
    });
    expect(result.current.running).toEqual({ progress: null, stopping: false });
    act(() => report({ stage: "write", done: 1, total: 3 }));
    expect(result.current.running?.progress).toEqual({ stage: "write", done: 1, total: 3 });
    await act(async () => end());
    expect(done.mock.calls).toEqual([[exported]]);
    expect(result.current).toMatchObject({ running: null, failure: null });
  });

  it("stops before it has begun", async () => {
    const { result } = renderHook(() => useJob());
    const { job, stop } = fakeJob();
    const done = vi.fn();
    let begin: (job: Job<"project.export">) => void = () => undefined;
    const begun = new Promise<Job<"project.export">>((resolve) => {
      begin = resolve;
    });
    await act(async () => {
      void result.current.start<"project.export">(() => begun, done);
    });
    act(() => result.current.stop());
    expect(result.current.running?.stopping).toBe(true);
    await act(async () => begin(job));
    expect(stop).toHaveBeenCalledTimes(1);
    expect(done).not.toHaveBeenCalled();
    expect(result.current.failure?.code).toBe("stopped");
  });

  it("stops when its dialog closes, but not once it has ended", async () => {
    const { result, unmount } = renderHook(() => useJob());
    const first = fakeJob();
    const second = fakeJob();
    await act(async () => {
      void result.current.start<"project.export">(() => first.job, vi.fn());
    });
    await act(async () => first.end());
    await act(async () => {
      void result.current.start<"project.export">(() => second.job, vi.fn());
    });
    unmount();
    expect(first.stop).not.toHaveBeenCalled();
    expect(second.stop).toHaveBeenCalledTimes(1);
  });
});

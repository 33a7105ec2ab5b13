// A long command behind a dialog: its progress, its stop, and its failure. A dialog that closes stops it.
import { useCallback, useEffect, useRef, useState } from "react";
import { type Answer, type CommandName, type Job, type JobProgress, toFailure } from "@/ipc/host";
import type { Failure } from "@/ipc/types";

export interface RunningJob {
  /** null until the first is reported. */
  progress: JobProgress | null;
  /** The stop was requested but has not happened yet. */
  stopping: boolean;
}

/** Starts the command; what must be stored first may be awaited. */
type Begin<N extends CommandName> = (onProgress: (progress: JobProgress) => void) => Job<N> | Promise<Job<N>>;

export interface JobRunner {
  running: RunningJob | null;
  /** Of the last command; its code is `stopped` after a stop. */
  failure: Failure | null;
  /** Runs a command, then `done` with its answer. */
  start: <N extends CommandName>(
    begin: Begin<N>,
    done: (answer: Answer<N>) => void | Promise<void>,
  ) => Promise<void>;
  stop: () => void;
  /** Reports a failure on the way to the command. */
  fail: (thrown: unknown) => void;
  forgetFailure: () => void;
}

export function useJob(): JobRunner {
  const [running, setRunning] = useState<RunningJob | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const job = useRef<{ stop(): void } | null>(null);
  // A stop may be requested before the command has started.
  const isStopWanted = useRef(false);
  const requestStop = useCallback(() => {
    isStopWanted.current = true;
    job.current?.stop();
  }, []);
  useEffect(() => requestStop, [requestStop]);
  const fail = (thrown: unknown) => setFailure(toFailure(thrown));
  return {
    running,
    failure,
    start: async (begin, done) => {
      isStopWanted.current = false;
      setFailure(null);
      setRunning({ progress: null, stopping: false });
      try {
        const begun = await begin((progress) => setRunning((now) => now && { ...now, progress }));
        job.current = begun;
        if (isStopWanted.current) begun.stop();
        const answer = await begun.answer;
        job.current = null;
        await done(answer);
      } catch (thrown) {
        fail(thrown);
      } finally {
        job.current = null;
        setRunning(null);
      }
    },
    stop: () => {
      requestStop();
      setRunning((now) => now && { ...now, stopping: true });
    },
    fail,
    forgetFailure: () => setFailure(null),
  };
}

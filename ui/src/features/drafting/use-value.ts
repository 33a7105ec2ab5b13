// A value requested from a model while a dialog is open: it can be stopped and repeated.
import { useCallback, useEffect, useRef, useState } from "react";
import { desk, isSameProject, openDialog } from "@/desk/desk";
import { type Job, run, toFailure } from "@/ipc/host";
import type { Failure, Generate, GenerationEvent, GenerationView } from "@/ipc/types";
import { answerTo } from "./refused";
import { applyEvent, asking, type Run } from "./run";
import { saveAllTyped } from "./session";
import { recordUnused } from "./uses";

export interface Asked {
  /** Progress of the run. */
  run: Run;
  view: GenerationView | null;
  failure: Failure | null;
  working: boolean;
  stop: () => void;
  again: () => void;
}

/** Requests a value on mount and stops on unmount. An unused answer counts as dismissed. */
export function useValue(request: Generate): Asked {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Pick<Asked, "run" | "view" | "failure">>(() => ({
    run: asking(request),
    view: null,
    failure: null,
  }));
  const job = useRef<Job<"generation.run"> | null>(null);

  useEffect(() => {
    let cancelled = false;
    let own: Job<"generation.run"> | null = null;
    let received: readonly GenerationView[] = [];
    const { project } = desk();
    const leave = () => {
      // Another project reuses the same generation ids.
      if (isSameProject(desk().project, project)) recordUnused(received);
    };
    setState({ run: asking(request), view: null, failure: null });
    const heard = (event: GenerationEvent) => {
      if (!cancelled) setState((now) => ({ ...now, run: applyEvent(now.run, event) }));
    };
    const ask = async () => {
      await saveAllTyped(request.scene);
      if (cancelled) return;
      // The same request may return a cached answer, unless the author wants a new one.
      own = run(
        "generation.run",
        { ...request, agreed: request.agreed ?? 0, reuse: turn === 0 },
        undefined,
        heard,
      );
      job.current = own;
      const { generations } = await own.answer;
      received = generations;
      if (cancelled) return leave();
      const [view] = generations;
      setState((now) => ({ ...now, run: { ...now.run, phase: "ready" }, view: view ?? null }));
    };
    ask().catch((thrown: unknown) => {
      if (cancelled) return;
      const failure = toFailure(thrown);
      const dialog = answerTo(failure, request);
      if (dialog !== null) openDialog(dialog);
      else setState((now) => ({ ...now, run: { ...now.run, phase: "ready" }, failure }));
    });
    return () => {
      cancelled = true;
      own?.stop();
      leave();
    };
  }, [request, turn]);

  const stop = useCallback(() => {
    setState((now) => ({ ...now, run: { ...now.run, stopping: true } }));
    job.current?.stop();
  }, []);
  const again = useCallback(() => setTurn((last) => last + 1), []);
  return { ...state, working: state.run.phase !== "ready", stop, again };
}

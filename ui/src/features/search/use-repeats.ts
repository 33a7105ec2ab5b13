// Passages of the book that nearly repeat another one. They are looked for when they are shown first, and when the author
// wants it again: with every word that is kept it would be too much.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDesk } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { type JobProgress, run } from "@/ipc/host";
import { answers, onForgotten } from "@/ipc/queries";
import { type DuplicatesFound, type Failure, READS } from "@/ipc/types";

/** The most pairs that are shown. */
export const MOST_PAIRS = 100;

export interface Repeats {
  data: DuplicatesFound | undefined;
  error: Failure | null;
  isLooking: boolean;
  /** Texts changed since. */
  isOld: boolean;
  again: () => void;
  /** How far looking is, where that is known. */
  progress: JobProgress | null;
  stop: () => void;
}

/** When the texts changed last, as a count. */
let changes = 0;
onForgotten((tags) => {
  if (READS["search.duplicates"].some((tag) => tags.includes(tag))) changes += 1;
});

export function useRepeats(): Repeats {
  const project = useDesk((state) =>
    state.project === null ? "" : `${state.project.folder}/${state.project.name}`,
  );
  const [, redraw] = useState(0);
  useEffect(() => onForgotten(() => redraw((turn) => turn + 1)), []);
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const queryKey = ["repeats of", project];
  const query = useQuery<{ found: DuplicatesFound; at: number }, Failure>({
    queryKey,
    // Nobody waits for it any more when its side is left.
    queryFn: async ({ signal }) => {
      // What cannot be kept now is compared as it was kept last.
      await flushAll().catch(() => undefined);
      const at = changes;
      signal.throwIfAborted();
      setProgress(null);
      const job = run("search.duplicates", { limit: MOST_PAIRS }, setProgress);
      signal.addEventListener("abort", job.stop);
      return { found: await job.answer, at };
    },
    enabled: project !== "",
  });
  return {
    data: query.data?.found,
    error: query.error,
    isLooking: query.isFetching,
    isOld: query.data !== undefined && query.data.at !== changes,
    again: () => void query.refetch(),
    progress: query.isFetching ? progress : null,
    stop: () => void answers.cancelQueries({ queryKey }),
  };
}

// Nearly repeated passages of the book. Compared when first shown and on request: doing it with every save would be too
// expensive.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDesk } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { type JobProgress, run } from "@/ipc/host";
import { answers, onForgotten } from "@/ipc/queries";
import { type DuplicatesFound, type Failure, READS } from "@/ipc/types";

/** Maximum pairs shown. */
export const MAX_PAIRS = 100;

export interface Repeats {
  data: DuplicatesFound | undefined;
  error: Failure | null;
  isLooking: boolean;
  /** Texts have changed since. */
  isOld: boolean;
  again: () => void;
  /** The progress of the comparison, if known. */
  progress: JobProgress | null;
  stop: () => void;
}

/** A counter of text changes. */
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
    // The comparison is stopped when its view is left.
    queryFn: async ({ signal }) => {
      // Text that cannot be saved now is compared as last saved.
      await flushAll().catch(() => undefined);
      const at = changes;
      signal.throwIfAborted();
      setProgress(null);
      const job = run("search.duplicates", { limit: MAX_PAIRS }, setProgress);
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

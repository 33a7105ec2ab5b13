// Import lengths are counted like those of the target novel.
import { type Counting, countingFor } from "@/desk/counting";
import { useDesk } from "@/desk/desk";
import { languageOfNovel, useImport } from "./import-flow";

export function usePlanCounting(): Counting {
  const chosen = useDesk(({ settings }) => settings.count_rule);
  const own = useDesk(({ project }) => project?.language ?? null);
  const found = useImport(languageOfNovel);
  return countingFor(chosen, own ?? found);
}

// Answers of the backend in React: kept as long as nothing they depend on has changed.
import {
  CancelledError,
  type Query,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { type Answer, type CommandName, call, type Request, whenAnswered } from "./host";
import type { Failure } from "./types";
import { CHANGES, READS, type Tag } from "./types";

/** The one cache of answers. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * 60 * 1000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});

/** The answer of a question; asked again when something it depends on changes. `null` as request asks nothing. */
export function useAnswer<N extends CommandName>(
  name: N,
  request: Request<N> | null,
): UseQueryResult<Answer<N>, Failure> {
  return useQuery<Answer<N>, Failure>({
    queryKey: [name, request],
    queryFn: () => call(name, request as Request<N>),
    enabled: request !== null,
  });
}

const listeners = new Set<(tags: readonly Tag[]) => void>();

/** Listens for what changed, for answers that are asked again at a pace of their own. Answers with how to stop. */
export function onForgotten(listener: (tags: readonly Tag[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether an answer depends on one of the tags. */
const dependsOn =
  (tags: readonly Tag[]) =>
  ({ queryKey }: Pick<Query, "queryKey">) => {
    const reads = READS[queryKey[0] as CommandName] ?? [];
    return reads.some((tag) => tags.includes(tag));
  };

// The news of a change may arrive after the answer of the command that made it. Whoever goes on from that answer must not
// be given an older one.
whenAnswered((name) => {
  const tags = CHANGES[name];
  if (tags.length === 0) return;
  void answers.invalidateQueries({ predicate: dependsOn(tags), refetchType: "none" });
});

/**
 * The answer of a question as it is now: the one that is known as long as nothing it depends on has changed. One that is on
 * its way may be from before a change and is not waited for. Rejects with a `Failure`.
 */
export async function currentAnswer<N extends CommandName>(name: N, request: Request<N>): Promise<Answer<N>> {
  const queryKey = [name, request];
  for (;;) {
    try {
      if (answers.getQueryState(queryKey)?.fetchStatus === "fetching") {
        await answers.refetchQueries({ queryKey, exact: true }, { cancelRefetch: true, throwOnError: true });
      }
      return await answers.fetchQuery({ queryKey, queryFn: () => call(name, request) });
    } catch (thrown) {
      // Another change came meanwhile, and the question is asked anew.
      if (!(thrown instanceof CancelledError)) throw thrown;
    }
  }
}

/** Asks again for every answer that depends on one of the tags. */
export function forget(tags: readonly Tag[]): void {
  for (const listener of listeners) listener(tags);
  const predicate = dependsOn(tags);
  // An answer on its way may be from before the change, and would pass for new when it comes. Where it has come before and
  // is shown, it is asked for anew at once; elsewhere it must be forgotten again.
  const underWay = answers.getQueryCache().findAll({ predicate, fetchStatus: "fetching" });
  for (const query of underWay.filter((one) => !one.isActive() || one.state.data === undefined)) {
    const again = () => answers.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, again);
  }
  void answers.invalidateQueries({ predicate });
}

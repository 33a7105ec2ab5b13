// Backend answers in React, cached until something they depend on changes.
import {
  CancelledError,
  type Query,
  QueryClient,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { type Answer, type CommandName, call, type Sent, whenAnswered } from "./host";
import type { Failure } from "./types";
import { CHANGES, READS, type Tag } from "./types";

/** The single cache of answers. */
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

/** The answer to a query, fetched again when something it depends on changes. A `null` request fetches nothing. */
export function useAnswer<N extends CommandName>(
  name: N,
  request: Sent<N> | null,
): UseQueryResult<Answer<N>, Failure> {
  return useQuery<Answer<N>, Failure>({
    queryKey: [name, request],
    queryFn: () => call(name, request as Sent<N>),
    enabled: request !== null,
  });
}

const listeners = new Set<(tags: readonly Tag[]) => void>();

/** Listens for changes, for answers that refresh at their own pace. Returns a function that stops it. */
export function onForgotten(listener: (tags: readonly Tag[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a query depends on one of the tags. */
const dependsOn =
  (tags: readonly Tag[]) =>
  ({ queryKey }: Pick<Query, "queryKey">) => {
    const reads = READS[queryKey[0] as CommandName] ?? [];
    return reads.some((tag) => tags.includes(tag));
  };

// The change event may arrive after the answer of the command that caused it. Code that continues after that answer
// must not get an older one.
whenAnswered((name) => {
  const tags = CHANGES[name];
  if (tags.length === 0) return;
  void answers.invalidateQueries({ predicate: dependsOn(tags), refetchType: "none" });
});

/**
 * The current answer to a query: the cached one unless something it depends on has changed. An in-flight answer may
 * predate a change and is not awaited. Rejects with a `Failure`.
 */
export async function currentAnswer<N extends CommandName>(name: N, request: Sent<N>): Promise<Answer<N>> {
  const queryKey = [name, request];
  for (;;) {
    try {
      if (answers.getQueryState(queryKey)?.fetchStatus === "fetching") {
        await answers.refetchQueries({ queryKey, exact: true }, { cancelRefetch: true, throwOnError: true });
      }
      return await answers.fetchQuery({ queryKey, queryFn: () => call(name, request) });
    } catch (thrown) {
      // Another change cancelled the fetch: try again.
      if (!(thrown instanceof CancelledError)) throw thrown;
    }
  }
}

/** Refetches every answer that depends on one of the tags. */
export function forget(tags: readonly Tag[]): void {
  for (const listener of listeners) listener(tags);
  const predicate = dependsOn(tags);
  // An in-flight answer may predate the change, and would count as fresh when it arrives. Displayed queries with data
  // refetch at once; others must be invalidated again afterwards.
  const inFlight = answers.getQueryCache().findAll({ predicate, fetchStatus: "fetching" });
  for (const query of inFlight.filter((one) => !one.isActive() || one.state.data === undefined)) {
    const invalidate = () => answers.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(invalidate, invalidate);
  }
  void answers.invalidateQueries({ predicate });
}

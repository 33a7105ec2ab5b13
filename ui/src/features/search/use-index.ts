// The state of the index: refreshed when indexing rests and when the model changes, not with every save.
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDesk } from "@/desk/desk";
import { call } from "@/ipc/host";
import { answers, onForgotten } from "@/ipc/queries";
import type { Failure, IndexView, Tag } from "@/ipc/types";

const ABOUT: readonly Tag[] = ["index", "meaning"];

const keyOf = (project: string) => ["index of", project] as const;

function projectNow(): string {
  const { project } = useDesk.getState();
  return project === null ? "" : `${project.folder}/${project.name}`;
}

function useProject(): string {
  return useDesk((state) => (state.project === null ? "" : `${state.project.folder}/${state.project.name}`));
}

/** The state of the index. */
export function useIndex(): UseQueryResult<IndexView, Failure> {
  const project = useProject();
  return useQuery<IndexView, Failure>({
    queryKey: keyOf(project),
    queryFn: () => call("index.state", {}),
    enabled: project !== "",
  });
}

/** Refreshes the state when it changes; used once, by the status bar. */
export function useFreshIndex(): void {
  const project = useProject();
  useEffect(
    () =>
      onForgotten((tags) => {
        if (!ABOUT.some((tag) => tags.includes(tag))) return;
        void answers.invalidateQueries({ queryKey: keyOf(project), exact: true });
      }),
    [project],
  );
}

/** Shows the answer of an act on the index immediately. */
export function takeIndex(view: IndexView): void {
  answers.setQueryData<IndexView>(keyOf(projectNow()), view);
}

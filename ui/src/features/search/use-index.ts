// The state of the index: asked for when it comes to rest and when another model answers, not with every word that is kept.
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

/** Asks for the state anew when it has changed; of all that show it, the status bar does this. */
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

/** What an act on the index answered shows at once. */
export function takeIndex(view: IndexView): void {
  answers.setQueryData<IndexView>(keyOf(projectNow()), view);
}

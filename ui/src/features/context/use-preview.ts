// What would be sent for the open scene. Refreshed at intervals while the author writes; everything typed is saved
// first.
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { flushAll, openScene } from "@/desk/open-scenes";
import { areSecretsAllowed, excludedSources, useExcluded, useSending } from "@/desk/sending";
import { toChars } from "@/editor/positions";
import { call } from "@/ipc/host";
import { onForgotten } from "@/ipc/queries";
import { type CharRange, type ContextPreview, type Failure, READS, type SceneId } from "@/ipc/types";
import type { PreviewedAct } from "./store";

/** Refresh interval, ms. */
const REFRESH_INTERVAL = 2000;

/** The caret of a scene, where text would be inserted. */
function caret(scene: SceneId): CharRange | null {
  const writing = openScene(scene)?.writing;
  if (writing == null) return null;
  const [at = 0] = toChars(writing.view.state.doc, [writing.selection().head]);
  return { start: at, end: at };
}

async function ask(scene: SceneId, act: PreviewedAct): Promise<ContextPreview> {
  await flushAll();
  return call("context.preview", {
    scene,
    act,
    range: act === "continue" ? caret(scene) : null,
    excluded: [...excludedSources(scene)],
    allow_secrets: areSecretsAllowed(scene),
  });
}

export function usePreview(scene: SceneId, act: PreviewedAct): UseQueryResult<ContextPreview, Failure> {
  const excluded = useExcluded(scene);
  const secrets = useSending((state) => state.secrets.has(scene));
  const query = useQuery<ContextPreview, Failure>({
    queryKey: ["sending", scene, act, excluded, secrets],
    queryFn: () => ask(scene, act),
    // It misses what was typed while the tab was closed.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onForgotten((tags) => {
      if (!READS["context.preview"].some((tag) => tags.includes(tag))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, REFRESH_INTERVAL);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [refetch]);
  return query;
}

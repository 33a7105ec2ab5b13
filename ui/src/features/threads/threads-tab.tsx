// The inspector's tab 线索: planted threads waiting for their payoff; a list, or one thread in full.
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { returnFocus } from "@/components/detail-pane";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { Threads } from "@/ipc/types";
import { useThreadsView } from "./store";
import { ThreadDetail } from "./thread-detail";
import { ThreadList } from "./thread-list";

export function ThreadsTab() {
  const { t } = useTranslation("threads");
  const scene = useDesk((state) => state.scene);
  const shown = useDesk((state) => state.shown.thread);
  const asOf = useThreadsView((state) => state.asOf);
  const root = useRef<HTMLElement>(null);
  const { data, error, refetch } = useAnswer("threads.list", { at: asOf === "scene" ? scene : null });
  // The previous answer stays visible until the next one.
  const last = useRef<Threads | undefined>(undefined);
  if (data !== undefined) last.current = data;
  const threads = data ?? last.current;

  const back = () => {
    const from = useDesk.getState().shown.thread;
    useDesk.setState(({ shown: all }) => ({ shown: { ...all, thread: null } }));
    returnFocus(root.current, [`[data-entry="${from}"] button`, '[data-stop="true"], input']);
  };

  return (
    <section ref={root} aria-label={t("list")} className="flex h-full min-h-0 flex-col">
      {error !== null ? (
        <div className="p-3">
          <FailureState failure={error} onRetry={() => void refetch()} />
        </div>
      ) : threads === undefined ? (
        <LoadingState rows={10} className="pt-2" />
      ) : shown === null ? (
        <ThreadList threads={threads} />
      ) : (
        <ThreadDetail
          key={shown}
          thread={threads.threads.find(({ id }) => id === shown) ?? null}
          at={threads.at}
          onBack={back}
        />
      )}
    </section>
  );
}

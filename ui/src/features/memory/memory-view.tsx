// The memory of the open scene: retrieving, reviewing, and excluding items.
import { BookOpenText, RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import { ProgressBar } from "@/components/progress-bar";
import { useToday } from "@/components/use-today";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { SceneId, SceneMemory } from "@/ipc/types";
import { Asked } from "./asked";
import { setDropped, useDrops } from "./drops";
import { EntityList } from "./entity-list";
import { EventList } from "./event-list";
import { DegradedList, StaleNotice } from "./notices";
import { PassageList } from "./passage-list";
import { keyOf, type Retrieving, retrieve, stop, useRetrieving } from "./retrieving";

export function MemoryView({ scene }: { scene: SceneId }) {
  const { data, error, refetch } = useAnswer("memory.get", { scene });
  const retrieving = useRetrieving((all) => all[keyOf(scene)]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto border-t border-line px-3 py-3">
      {retrieving !== undefined && <Progress scene={scene} retrieving={retrieving} />}
      {data !== undefined ? (
        data.memory === null ? (
          retrieving?.running !== true && <None scene={scene} />
        ) : (
          <Shown scene={scene} memory={data.memory} isStale={data.is_stale} />
        )
      ) : error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={8} />
      )}
    </div>
  );
}

function None({ scene }: { scene: SceneId }) {
  const { t } = useTranslation("memory");
  const writable = useDesk(({ project }) => project?.writable ?? false);
  return (
    <EmptyState
      compact
      icon={BookOpenText}
      title={t("none")}
      text={t(writable ? "noneText" : "noneReadOnly")}
      action={
        writable ? (
          <>
            <Button size="sm" variant="primary" onClick={() => void retrieve(scene, "plan")}>
              {t("byPlan")}
            </Button>
            <Button size="sm" onClick={() => void retrieve(scene, "model")}>
              {t("byModel")}
            </Button>
          </>
        ) : undefined
      }
    />
  );
}

const STAGES = { generate: "generate", index: "index" } as const;

/** The progress, or why it returned nothing. */
function Progress({ scene, retrieving }: { scene: SceneId; retrieving: Retrieving }) {
  const { t } = useTranslation("memory");
  const { from, running, stopping, stopped, progress, failure } = retrieving;
  if (failure !== null) return <FailureState failure={failure} onRetry={() => void retrieve(scene, from)} />;
  if (stopped)
    return (
      <p role="status" className="text-sm text-subtle">
        {t("stopped")}
      </p>
    );
  if (!running) return null;
  const stage = progress === null ? "keep" : progress.stage in STAGES ? progress.stage : "search";
  const known = progress !== null && progress.total > 1;
  return (
    <ProgressBar
      label={t(`stages.${stage}`)}
      value={known ? progress.done : null}
      max={known ? progress.total : 1}
      text={known ? t("step", { done: progress.done, total: progress.total }) : undefined}
      stopping={stopping}
      onStop={() => stop(scene)}
    />
  );
}

/** The ids of everything that can be sent. */
function idsOf({ entity_states, relevant_memories, timeline_context }: SceneMemory): string[] {
  const entities = entity_states.filter(({ entity }) => entity !== null);
  return [...entities, ...relevant_memories, ...timeline_context].map(({ id }) => id);
}

function Shown({ scene, memory, isStale }: { scene: SceneId; memory: SceneMemory; isStale: boolean }) {
  const { t, i18n } = useTranslation("memory");
  const now = useToday();
  const pendingDrops = useDrops((all) => all[keyOf(scene)]);
  const writable = useDesk(({ project }) => project?.writable ?? false);
  const running = useRetrieving((all) => all[keyOf(scene)]?.running === true);
  const dropped = new Set(pendingDrops ?? memory.dropped);
  const ids = idsOf(memory);
  const sent = ids.filter((id) => !dropped.has(id)).length;
  const items = { scene, dropped, writable };
  return (
    <>
      {isStale && <StaleNotice scene={scene} />}
      <div className="flex flex-col gap-1">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 pt-1 text-xs break-words text-subtle">
            {t(`from.${memory.queries_from}`, {
              when: momentWithin(memory.retrieved_at, now, i18n.language),
            })}
          </p>
          {writable && (
            <Menu
              align="end"
              trigger={
                <Button size="sm" icon={RotateCw} disabled={running}>
                  {t("again")}
                </Button>
              }
              items={[
                { id: "plan", label: t("byPlan"), onSelect: () => void retrieve(scene, "plan") },
                { id: "model", label: t("byModel"), onSelect: () => void retrieve(scene, "model") },
              ]}
            />
          )}
        </div>
        {ids.length > 0 && (
          <div className="flex min-h-6.5 items-center justify-between gap-2">
            <p role="status" className="text-sm tabular-nums">
              {t("sent", { n: sent, all: ids.length })}
            </p>
            {writable && sent < ids.length && (
              <Button size="sm" variant="ghost" onClick={() => void setDropped(scene, [])}>
                {t("sendAll")}
              </Button>
            )}
          </div>
        )}
      </div>
      <DegradedList degraded={memory.degraded} />
      <Asked queries={memory.queries} />
      <PassageList {...items} memories={memory.relevant_memories} queries={memory.queries.queries} />
      <EntityList {...items} entities={memory.entity_states} />
      <EventList {...items} events={memory.timeline_context} />
    </>
  );
}

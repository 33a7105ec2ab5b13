// The generations of the open scene, by day, newest first.
import { Sparkles } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { clockTime, dayName, momentWithin } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import type { MenuEntry } from "@/components/menu-items";
import { useToday } from "@/components/use-today";
import { showGeneration, useDesk } from "@/desk/desk";
import { useDraftLength } from "@/desk/draft-length";
import { useAnswer } from "@/ipc/queries";
import type { GenerationView, SceneId } from "@/ipc/types";
import { acceptWhole, canBeAccepted, copy, dismiss } from "./acts";
import { letters } from "./candidates";
import { Decision } from "./facts";

const idOf = ({ id }: GenerationView) => `generation-${id}`;
const openRow = ({ id }: GenerationView) => showGeneration(id);

export function Records({ scene }: { scene: SceneId }) {
  const { t, i18n } = useTranslation("context");
  const { data, error, refetch } = useAnswer("generation.list", { scene });
  const writable = useDesk((state) => state.project?.writable ?? false);
  const now = useToday();
  const generations = data?.generations ?? [];
  const letterOf = useMemo(() => letters(data?.generations ?? []), [data]);
  const groupOf = useCallback(
    ({ created_at }: GenerationView) => dayName(created_at, now, i18n.language),
    [now, i18n.language],
  );
  if (error !== null) {
    return (
      <div className="p-3">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <LoadingState rows={8} className="pt-2" />;
  if (generations.length === 0) {
    return <EmptyState icon={Sparkles} title={t("records.none")} text={t("records.noneText")} />;
  }
  const actsOf = (generation: GenerationView): MenuEntry[] => [
    { id: "receipt", label: t("records.receipt"), onSelect: () => openRow(generation) },
    {
      id: "copy",
      label: t("copyText"),
      disabled: generation.text === "",
      onSelect: () => void copy(generation.text),
    },
    { kind: "separator", id: "line" },
    {
      id: "accept",
      label: t("accept.label"),
      disabled: !writable || !canBeAccepted(generation),
      onSelect: () => void acceptWhole(generation),
    },
    {
      id: "dismiss",
      label: t("dismiss.label"),
      disabled:
        !writable ||
        generation.fate !== "open" ||
        generation.status === "running" ||
        generation.act === "memory",
      onSelect: () => void dismiss(generation),
    },
  ];
  return (
    <GroupedList
      className="flex-1 pt-1"
      label={t("sides.records")}
      entries={generations}
      row={(generation) => <RecordRow generation={generation} letter={letterOf.get(generation.id)} />}
      actsLabel={({ act, created_at }) =>
        t("records.more", { act: t(`acts.${act}`), when: momentWithin(created_at, now, i18n.language) })
      }
      onOpen={openRow}
      {...{ idOf, groupOf, actsOf }}
    />
  );
}

function RecordRow({ generation, letter }: { generation: GenerationView; letter: string | undefined }) {
  const { t, i18n } = useTranslation("context");
  const { inUnits, unit } = useDraftLength();
  const { act, created_at, model, gate, status, interrupted } = generation;
  // The queries of a retrieval are used at once: there is nothing to decide.
  const isDecided = act === "memory";
  const unfinished = interrupted ? "interrupted" : status === "complete" ? null : status;
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 items-center gap-1.5 text-sm">
        <span className="text-xs text-faint tabular-nums">{clockTime(created_at, i18n.language)}</span>
        <span className="min-w-0 truncate font-medium">
          {letter === undefined ? t(`acts.${act}`) : t("candidate", { act: t(`acts.${act}`), letter })}
        </span>
        {!isDecided && <Decision generation={generation} className="ml-auto" />}
      </span>
      <span className="flex min-w-0 items-baseline gap-2 text-xs text-faint tabular-nums">
        {unfinished !== null && (
          <span className={unfinished === "running" ? "shrink-0 text-accent" : "shrink-0 text-warning"}>
            {t(`statuses.${unfinished}`)}
          </span>
        )}
        <span title={model} className="min-w-0 truncate">
          {model}
        </span>
        {gate != null && (
          <span className="ml-auto shrink-0">
            {t("length", {
              n: figure(inUnits(gate.counted)),
              target: figure(inUnits(gate.target)),
              context: unit,
            })}
          </span>
        )}
      </span>
    </span>
  );
}

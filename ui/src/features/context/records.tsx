// The generations of the open scene, and the texts that were never asked for, by day, newest first.
import i18next from "i18next";
import { Sparkles } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { clockTime, dayName, momentWithin } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import type { MenuEntry } from "@/components/menu-items";
import { useToday } from "@/components/use-today";
import { isWritable, openDialog, showGeneration, useDesk } from "@/desk/desk";
import { useDraftLength } from "@/desk/draft-length";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { useAnswer } from "@/ipc/queries";
import type { GenerationView, SceneId, UnwrittenTurn } from "@/ipc/types";
import { acceptWhole, canBeAccepted, copy, dismiss } from "./acts";
import { letters } from "./candidates";
import { Decision, isGone, useLeft } from "./facts";

type Entry = { generation: GenerationView } | { turn: UnwrittenTurn };

const idOf = (entry: Entry) =>
  "turn" in entry ? `turn-${entry.turn.run}` : `generation-${entry.generation.id}`;
const timeOf = (entry: Entry) => ("turn" in entry ? entry.turn.began_at : entry.generation.created_at);
const openRow = (entry: Entry) =>
  "turn" in entry ? askAgain(entry.turn) : showGeneration(entry.generation.id);

/** Both lists as one, newest first. */
function merged(generations: readonly GenerationView[], turns: readonly UnwrittenTurn[]): Entry[] {
  const all: Entry[] = [
    ...generations.map((generation) => ({ generation })),
    ...turns.map((turn) => ({ turn })),
  ];
  return turns.length === 0 ? all : all.sort((one, other) => timeOf(other) - timeOf(one));
}

export function Records({ scene }: { scene: SceneId }) {
  const { t, i18n } = useTranslation("context");
  const { data, error, refetch } = useAnswer("generation.list", { scene });
  const writable = useDesk((state) => state.project?.writable ?? false);
  const now = useToday();
  const unwritten = useAnswer("generation.unwritten", { scene }).data?.turns;
  const left = useLeft(scene);
  const entries = useMemo(() => merged(data?.generations ?? [], unwritten ?? []), [data, unwritten]);
  const letterOf = useMemo(() => letters(data?.generations ?? []), [data]);
  const groupOf = useCallback(
    (entry: Entry) => dayName(timeOf(entry), now, i18n.language),
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
  if (entries.length === 0) {
    return <EmptyState icon={Sparkles} title={t("records.none")} text={t("records.noneText")} />;
  }
  const actsOfGeneration = (generation: GenerationView): MenuEntry[] => [
    { id: "receipt", label: t("records.receipt"), onSelect: () => showGeneration(generation.id) },
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
  const actsOf = (entry: Entry): MenuEntry[] =>
    "turn" in entry
      ? [
          {
            id: "again",
            label: t("unwritten.again"),
            disabled: !writable || entry.turn.again === null,
            onSelect: () => askAgain(entry.turn),
          },
        ]
      : actsOfGeneration(entry.generation);
  const actsLabel = (entry: Entry) => {
    const act = t(`acts.${("turn" in entry ? entry.turn : entry.generation).act}`);
    const when = momentWithin(timeOf(entry), now, i18n.language);
    return t("turn" in entry ? "unwritten.more" : "records.more", { act, when });
  };
  return (
    <GroupedList
      className="flex-1 pt-1"
      label={t("sides.records")}
      row={(entry) =>
        "turn" in entry ? (
          <UnwrittenRow turn={entry.turn} />
        ) : (
          <RecordRow
            generation={entry.generation}
            letter={letterOf.get(entry.generation.id)}
            gone={isGone(entry.generation, left)}
          />
        )
      }
      onOpen={openRow}
      {...{ entries, idOf, groupOf, actsOf, actsLabel }}
    />
  );
}

/** Shows the request of a turn, to be sent once more. */
function askAgain({ again }: UnwrittenTurn): void {
  if (!isWritable()) return;
  if (again === null) {
    notify({ text: i18next.t("context:unwritten.changed") });
    return;
  }
  goToScene(again.scene);
  openDialog({ name: "preview-sending", request: again });
}

function UnwrittenRow({ turn: { act, began_at, instruction, again } }: { turn: UnwrittenTurn }) {
  const { t, i18n } = useTranslation("context");
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 items-center gap-1.5 text-sm">
        <span className="text-xs text-faint tabular-nums">{clockTime(began_at, i18n.language)}</span>
        <span className="min-w-0 truncate font-medium">{t(`acts.${act}`)}</span>
        <Badge tone="warning" className="ml-auto">
          {t("unwritten.state")}
        </Badge>
      </span>
      {instruction !== "" && (
        <span className="line-clamp-2 text-xs break-words text-subtle">{instruction}</span>
      )}
      <span className="text-xs break-words text-faint">
        {t(again === null ? "unwritten.changed" : "unwritten.why")}
      </span>
    </span>
  );
}

interface RecordRowProps {
  generation: GenerationView;
  letter: string | undefined;
  /** Whether its accepted text is in the scene no more. */
  gone: boolean;
}

function RecordRow({ generation, letter, gone }: RecordRowProps) {
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
        {!isDecided && <Decision {...{ generation, gone }} className="ml-auto" />}
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

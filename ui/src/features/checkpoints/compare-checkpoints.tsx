// Comparison of two project states in the centre: differences on the left, the chosen item on the right. Esc returns to
// writing.
import { BookOpenCheck, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ComparisonBar } from "@/components/comparison-bar";
import { momentName } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import type { SelectOption } from "@/components/select";
import { useToday } from "@/components/use-today";
import { openDialog, show, useDesk } from "@/desk/desk";
import { useSettled } from "@/desk/settled";
import { useAnswer } from "@/ipc/queries";
import type { CheckpointEntry, CheckpointId } from "@/ipc/types";
import { swapSides } from "./changes";
import { ComparedItems } from "./compared-items";
import { checkpointName } from "./names";
import { requestOf, type Sides } from "./sides";

export interface CompareCheckpointsProps {
  from: CheckpointId;
  /** null: the current project. */
  to: CheckpointId | null;
}

export function CompareCheckpoints({ from, to }: CompareCheckpointsProps) {
  return <Comparing key={`${from} ${to}`} from={from} to={to} />;
}

const NOW = "now";
const keyOf = (side: CheckpointId | null) => (side === null ? NOW : String(side));
const sideOf = (key: string) => (key === NOW ? null : Number(key));
const NONE: readonly CheckpointEntry[] = [];

function Comparing({ from, to }: CompareCheckpointsProps) {
  const { t } = useTranslation("checkpoints");
  const [sides, setSides] = useState<Sides>({ left: from, right: to });
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { settled, failure: unsettled, again } = useSettled();
  const list = useAnswer("checkpoint.list", {});
  const outline = useAnswer("manuscript.outline", {});
  const request = requestOf(sides);
  const answer = useAnswer("checkpoint.compare", settled ? request.request : null);
  const comparison = useMemo(
    () => (answer.data === undefined || !request.flip ? answer.data : swapSides(answer.data)),
    [answer.data, request.flip],
  );
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus(), []);
  const names = useNames(list.data?.checkpoints ?? NONE);
  const failure = unsettled ?? list.error ?? answer.error;
  const whole = sides.left ?? sides.right;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !inside) return;
    event.preventDefault();
    show({ kind: "writing" });
  };

  const body = () => {
    if (failure !== null) {
      const retry = () => {
        again();
        void list.refetch();
        if (settled && request.request !== null) void answer.refetch();
      };
      return (
        <div className="mx-auto w-full max-w-140 p-6">
          <FailureState failure={failure} onRetry={retry} />
        </div>
      );
    }
    if (request.request === null || comparison?.changes.length === 0) {
      return <EmptyState icon={BookOpenCheck} title={t("compare.same")} text={t("compare.sameText")} />;
    }
    if (comparison === undefined || outline.isPending) {
      return <LoadingState kind="ring" label={t("compare.reading")} />;
    }
    return (
      <ComparedItems
        comparison={comparison}
        outline={outline.data}
        sides={sides}
        names={{ before: names.of(sides.left), after: names.of(sides.right) }}
        writable={writable}
      />
    );
  };

  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={t("compare.label")}
      onKeyDown={onKeyDown}
      className="flex h-full min-h-0 flex-col bg-page outline-hidden"
    >
      <h2 className="sr-only">{t("compare.label")}</h2>
      <ComparisonBar
        options={names.options}
        left={keyOf(sides.left)}
        right={keyOf(sides.right)}
        onChange={(left, right) => setSides({ left: sideOf(left), right: sideOf(right) })}
        onClose={() => show({ kind: "writing" })}
        labels={{
          left: t("compare.from"),
          right: t("compare.to"),
          swap: t("compare.swap"),
          close: t("compare.close"),
        }}
      >
        {whole !== null && (
          <div className="max-w-72 min-w-0">
            <Button
              size="sm"
              icon={RotateCcw}
              disabled={!writable}
              onClick={() => openDialog({ name: "restore-checkpoint", checkpoint: whole })}
            >
              {t("compare.restoreAll", { name: names.of(whole) })}
            </Button>
          </div>
        )}
      </ComparisonBar>
      {body()}
    </section>
  );
}

function useNames(checkpoints: readonly CheckpointEntry[]) {
  const { t, i18n } = useTranslation("checkpoints");
  const now = useToday();
  return useMemo(() => {
    const options: SelectOption<string>[] = [
      { value: NOW, label: t("now") },
      ...checkpoints.toReversed().map((checkpoint) => ({
        value: String(checkpoint.id),
        label: checkpointName(checkpoint, t),
        hint: momentName(checkpoint.created_at, now, i18n.language),
      })),
    ];
    const known = new Map(options.map(({ value, label }) => [value, label]));
    const of = (side: CheckpointId | null) => known.get(keyOf(side)) ?? "";
    return { options, of };
  }, [checkpoints, now, t, i18n.language]);
}

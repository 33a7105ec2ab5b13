// Comparison of two project states in the centre: differences on the left, the chosen item on the right. Esc returns to
// writing.
import { BookOpenCheck, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { requestOf, type Sides } from "@/components/compared-sides";
import { ComparisonFrame, type SideOption } from "@/components/comparison-frame";
import { momentName } from "@/components/days";
import { useToday } from "@/components/use-today";
import { openDialog, show, useDesk } from "@/desk/desk";
import { useSettled } from "@/desk/settled";
import { useAnswer } from "@/ipc/queries";
import type { CheckpointEntry, CheckpointId } from "@/ipc/types";
import { swapSides } from "./changes";
import { ComparedItems } from "./compared-items";
import { checkpointName } from "./names";

export interface CompareCheckpointsProps {
  from: CheckpointId;
  /** null: the current project. */
  to: CheckpointId | null;
}

export function CompareCheckpoints({ from, to }: CompareCheckpointsProps) {
  return <Comparing key={`${from} ${to}`} from={from} to={to} />;
}

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
  const names = useNames(list.data?.checkpoints ?? NONE);
  const failure = unsettled ?? list.error ?? answer.error;
  const whole = sides.left ?? sides.right;
  const retry = () => {
    again();
    void list.refetch();
    if (settled && request.request !== null) void answer.refetch();
  };
  const isSame = request.request === null || comparison?.changes.length === 0;
  return (
    <ComparisonFrame
      {...sides}
      label={t("compare.label")}
      options={names.options}
      onChange={setSides}
      closeLabel={t("compare.close")}
      onClose={() => show({ kind: "writing" })}
      actions={whole !== null && <RestoreAll checkpoint={whole} name={names.of(whole)} />}
      failure={failure}
      onRetry={retry}
      same={isSame ? { icon: BookOpenCheck, title: t("compare.same"), text: t("compare.sameText") } : null}
      reading={t("compare.reading")}
    >
      {comparison !== undefined && !outline.isPending && (
        <ComparedItems
          comparison={comparison}
          outline={outline.data}
          sides={sides}
          names={{ before: names.of(sides.left), after: names.of(sides.right) }}
          writable={writable}
        />
      )}
    </ComparisonFrame>
  );
}

function RestoreAll({ checkpoint, name }: { checkpoint: CheckpointId; name: string }) {
  const { t } = useTranslation("checkpoints");
  const writable = useDesk((state) => state.project?.writable ?? false);
  return (
    <div className="max-w-72 min-w-0">
      <Button
        size="sm"
        icon={RotateCcw}
        disabled={!writable}
        onClick={() => openDialog({ name: "restore-checkpoint", checkpoint })}
      >
        {t("compare.restoreAll", { name })}
      </Button>
    </div>
  );
}

function useNames(checkpoints: readonly CheckpointEntry[]) {
  const { t, i18n } = useTranslation("checkpoints");
  const now = useToday();
  return useMemo(() => {
    const options: SideOption[] = [
      { side: null, label: t("now") },
      ...checkpoints.toReversed().map((checkpoint) => ({
        side: checkpoint.id,
        label: checkpointName(checkpoint, t),
        hint: momentName(checkpoint.created_at, now, i18n.language),
      })),
    ];
    const known = new Map(options.map(({ side, label }) => [side, label]));
    const of = (side: CheckpointId | null) => known.get(side) ?? "";
    return { options, of };
  }, [checkpoints, now, t, i18n.language]);
}

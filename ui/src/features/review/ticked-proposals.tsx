// Acts on the selected proposals.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { figure } from "@/components/figures";
import { Menu } from "@/components/menu";
import type { Ticks } from "@/components/ticks";
import type { JobProgress } from "@/ipc/host";
import type { EntityKind, ProposalView } from "@/ipc/types";
import { type BulkAct, concerned, decideAll, isEntity } from "./bulk";

const KINDS: readonly EntityKind[] = ["character", "location", "organization", "item", "event"];
/** Maximum names in a menu. */
const MAX_CHOICES = 12;

interface TickedProposalsProps {
  queue: readonly ProposalView[];
  ticks: Ticks;
}

/** The checkbox that selects all. */
export function TickEveryProposal({ queue, ticks }: TickedProposalsProps) {
  const { t } = useTranslation("review");
  const count = ticks.ticked.size;
  return (
    <Checkbox
      label={count === 0 ? t("bulk.all") : t("bulk.ticked", { n: figure(count) })}
      checked={count > 0 && count === queue.length}
      indeterminate={count > 0 && count < queue.length}
      onChange={(next) => (next ? ticks.all() : ticks.clear())}
    />
  );
}

export function TickedProposals({ queue, ticks }: TickedProposalsProps) {
  const { t } = useTranslation("review");
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const [busy, setBusy] = useState(false);
  const ticked = queue.filter(({ id }) => ticks.ticked.has(String(id)));
  if (ticked.length === 0) return null;
  const acceptable = concerned(ticked, "accept").length;
  const entities = concerned(ticked, "as").filter(isEntity);
  const names = [...new Set(entities.map(({ proposed }) => proposed.name))];
  const decide = async (act: BulkAct) => {
    setBusy(true);
    await decideAll(t, ticked, act, setProgress);
    setBusy(false);
  };
  return (
    <div
      role="toolbar"
      aria-label={t("bulk.label")}
      aria-busy={busy}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-t border-line px-3 py-2"
    >
      <Button
        size="sm"
        variant="primary"
        disabled={busy || acceptable === 0}
        onClick={() => void decide({ do: "accept" })}
      >
        {t("bulk.accept", { n: figure(acceptable) })}
      </Button>
      <Button size="sm" disabled={busy} onClick={() => void decide({ do: "reject" })}>
        {t("bulk.reject", { n: figure(ticked.length) })}
      </Button>
      {concerned(ticked, "not-names").length > 0 && (
        <>
          <Menu
            trigger={
              <Button size="sm" disabled={busy || entities.length === 0}>
                {t("bulk.as")}
              </Button>
            }
            items={KINDS.map((kind) => ({
              id: kind,
              label: t(`kinds.${kind}`),
              onSelect: () => void decide({ do: "as", kind }),
            }))}
          />
          <Menu
            trigger={
              <Button size="sm" disabled={busy || names.length < 2}>
                {t("bulk.merge")}
              </Button>
            }
            items={names.slice(0, MAX_CHOICES).map((name) => ({
              id: name,
              label: t("bulk.called", { name }),
              onSelect: () => void decide({ do: "merge", name }),
            }))}
          />
          <Button size="sm" variant="ghost" disabled={busy} onClick={() => void decide({ do: "not-names" })}>
            {t("bulk.notNames")}
          </Button>
        </>
      )}
      {progress !== null && progress.total > 0 && (
        <span role="status" className="text-xs text-faint tabular-nums">
          {t("bulk.progress", { done: figure(progress.done), total: figure(progress.total) })}
        </span>
      )}
    </div>
  );
}

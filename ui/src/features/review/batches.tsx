// The batches of proposals: how many were accepted, undoing one as a whole, and what is kept then.
import { Boxes } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { momentName, momentWithin } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { GroupedList } from "@/components/grouped-list";
import type { MenuEntry } from "@/components/menu-items";
import { Switch } from "@/components/switch";
import { useToday } from "@/components/use-today";
import { attempt } from "@/desk/attempt";
import { useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { BatchView, Retained, Undone } from "@/ipc/types";
import { sourceWords } from "./proposal-card";
import { useReview } from "./state";

const canBeUndone = (batch: BatchView) => batch.undone_at === null && batch.applied + batch.pending > 0;

export function Batches({ batches }: { batches: readonly BatchView[] }) {
  const { t, i18n } = useTranslation("review");
  const now = useToday();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const left = useReview((state) => state.left);
  const showOnly = (batch: BatchView) => {
    const status = batch.pending > 0 || batch.applied === 0 ? "pending" : "applied";
    useReview.setState({ side: "queue", chosen: null, filter: { type: "all", batch: batch.id, status } });
  };
  const actsOf = (batch: BatchView): MenuEntry[] => [
    { id: "show", label: t("batches.show"), onSelect: () => showOnly(batch) },
    {
      id: "undo",
      label: t("batches.undo"),
      disabled: !writable || !canBeUndone(batch),
      onSelect: () => useReview.setState({ asks: batch.id }),
    },
  ];
  return (
    <>
      {left !== null && left.kept.length > 0 && <Left undone={left} />}
      {batches.length === 0 ? (
        <EmptyState compact icon={Boxes} title={t("batches.none")} text={t("batches.noneText")} />
      ) : (
        <GroupedList
          className="flex-1 pt-1"
          label={t("tabs.batches")}
          entries={batches}
          idOf={(batch) => String(batch.id)}
          groupOf={() => null}
          onOpen={showOnly}
          actsOf={actsOf}
          actsLabel={(batch) => sourceWords(t, batch.source)}
          row={(batch) => (
            <span className="flex min-w-0 flex-col text-sm">
              <span className="flex min-w-0 items-baseline justify-between gap-2">
                <span className="truncate">{sourceWords(t, batch.source)}</span>
                <span className="shrink-0 text-xs text-faint">
                  {momentName(batch.created_at, now, i18n.language)}
                </span>
              </span>
              <span className="truncate text-xs text-faint tabular-nums">
                {batch.undone_at === null
                  ? t("batches.counts", { ...batch })
                  : t("batches.undone", { when: momentWithin(batch.undone_at, now, i18n.language) })}
              </span>
            </span>
          )}
        />
      )}
      <SureSwitch />
    </>
  );
}

/** The switch that accepts very sure proposals automatically. */
function SureSwitch() {
  const { t } = useTranslation("review");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { data } = useAnswer("kg.proposal_settings", {});
  const [pendingValue, setPendingValue] = useState<boolean | null>(null);
  if (data === undefined) return null;
  const change = async (apply_sure: boolean) => {
    setPendingValue(apply_sure);
    await attempt(() => call("kg.set_proposal_settings", { apply_sure }));
    setPendingValue(null);
  };
  return (
    <div className="shrink-0 border-t border-line px-3 py-2">
      <Switch
        label={t("sure")}
        description={t("sureText")}
        checked={pendingValue ?? data.apply_sure}
        disabled={!writable}
        onChange={(next) => void change(next)}
      />
    </div>
  );
}

/** What was kept in the graph when a batch was undone, and why. */
function Left({ undone }: { undone: Undone }) {
  const { t } = useTranslation("review");
  const nameOf = useNames();
  return (
    <section
      aria-label={t("batches.keptTitle")}
      className="flex max-h-2/5 shrink-0 flex-col gap-1 overflow-y-auto border-b border-line bg-surface-sunken px-3 py-2 text-sm"
    >
      <h3 className="font-medium">{t("batches.keptTitle")}</h3>
      <ul className="flex flex-col gap-0.5">
        {undone.kept.map((kept) => (
          <li key={`${kept.kind} ${kept.id}`} className="flex items-baseline justify-between gap-2">
            <span className="min-w-0 break-words">{nameOf(kept)}</span>
            <span className="shrink-0 text-xs text-faint">{t(`batches.${kept.why}`)}</span>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        className="self-end"
        onClick={() => useReview.setState({ left: null })}
      >
        {t("batches.close")}
      </Button>
    </section>
  );
}

/** Names of the items in the graph. */
function useNames(): (kept: Retained) => string {
  const { t } = useTranslation("review");
  const { data } = useAnswer("kg.graph", {});
  const names = useMemo(() => {
    const found = new Map<string, string>();
    if (data === undefined) return found;
    const entities = new Map(data.nodes.map(({ id, name }) => [id, name]));
    for (const [id, name] of entities) found.set(`entity ${id}`, name);
    for (const { edge, from, to, label } of data.edges) {
      const ends = { from: entities.get(from) ?? "", to: entities.get(to) ?? "" };
      if ("relation" in edge) {
        found.set(`relation ${edge.relation}`, t("says.relation", { ...ends, relation: label }));
      } else {
        const words = { subject: ends.from, predicate: label, object: ends.to };
        found.set(`fact ${edge.fact}`, t("says.fact", words));
      }
    }
    for (const { fact, subject, predicate, text } of data.facts) {
      const words = { subject: entities.get(subject) ?? "", predicate, object: text };
      found.set(`fact ${fact}`, t("says.fact", words));
    }
    return found;
  }, [data, t]);
  return ({ kind, id }) => {
    return names.get(`${kind} ${id}`) ?? t("batches.unnamed", { kind: t(`batches.item.${named(kind)}`), id });
  };
}

const NAMED = ["entity", "relation", "fact", "timeline_event", "plot_thread", "thread_anchor"] as const;

/** The words key of a kind. */
function named(kind: Retained["kind"]): (typeof NAMED)[number] | "other" {
  return NAMED.find((known) => known === kind) ?? "other";
}

/** Confirmation before a batch is undone, which cannot be reverted as a whole. */
export function UndoBatch({ batches }: { batches: readonly BatchView[] }) {
  const { t } = useTranslation("review");
  const asks = useReview((state) => state.asks);
  const [busy, setBusy] = useState(false);
  const batch = asks === "last" ? batches.find(canBeUndone) : batches.find(({ id }) => id === asks);
  const close = () => useReview.setState({ asks: null });
  const isNone = asks !== null && batch === undefined;
  useEffect(() => {
    if (!isNone) return;
    useReview.setState({ asks: null });
    notify({ text: t("batches.nothing") });
  }, [isNone, t]);
  const undo = async () => {
    if (batch === undefined) return;
    setBusy(true);
    const undone = await attempt(() => call("kg.undo_batch", { batch: batch.id }));
    setBusy(false);
    close();
    if (undone === undefined) return;
    // Decisions on it can no longer be undone one by one.
    useReview.setState(({ decided }) => ({
      decided: decided.filter(({ proposal }) => proposal.batch !== batch.id),
      left: undone.kept.length > 0 ? undone : null,
      ...(undone.kept.length > 0 && { side: "batches" as const }),
    }));
    notify({
      text: t("batches.did", { n: undone.undone }),
      ...(undone.kept.length > 0 && { detail: t("batches.kept", { n: undone.kept.length }) }),
    });
  };
  return (
    <ConfirmDialog
      open={asks !== null && batch !== undefined}
      title={t("batches.ask")}
      text={t("batches.askText", { applied: batch?.applied ?? 0, pending: batch?.pending ?? 0 })}
      confirmLabel={t("batches.undo")}
      danger
      busy={busy}
      onConfirm={() => void undo()}
      onCancel={close}
    />
  );
}

// Reviewing graph proposals one by one. The shortcuts work while the queue has the focus and no field is edited.
import {
  ArrowLeft,
  Check,
  CheckCheck,
  ChevronLeft,
  ChevronRight,
  Inbox,
  PencilLine,
  RotateCcw,
  ScanText,
  Undo2,
  X,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import { Tabs } from "@/components/tabs";
import { show, showItem, useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import { useAnswer } from "@/ipc/queries";
import type { BatchView, ProposalList, ProposalView, Proposed } from "@/ipc/types";
import { extract, showInText } from "./acts";
import { Batches, UndoBatch } from "./batches";
import { type Decisions, useDecisions } from "./decisions";
import { hindrance, shortPhrase } from "./phrase";
import { ProposalCard } from "./proposal-card";
import { currentOf, inOrder, progress, queued } from "./queue";
import { QueueList } from "./queue-list";
import { useReview } from "./state";

const NOTHING: ProposalList = { proposals: [], batches: [] };

export function ReviewCentre() {
  const { t, i18n } = useTranslation("review");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const filter = useReview((state) => state.filter);
  const chosen = useReview((state) => state.chosen);
  const decided = useReview((state) => state.decided);
  const side = useReview((state) => state.side);
  const answer = useAnswer("kg.proposals", { status: filter.status });
  const [editing, setEditing] = useState<number | null>(null);
  const root = useRef<HTMLElement>(null);
  const { proposals, batches } = answer.data ?? NOTHING;
  const order = useReview((state) => state.order);
  const counted = usePacedAnswer("kg.proposal_counts", order === "frequency" ? {} : null);
  const queue = useMemo(() => {
    const totals = new Map(counted.data?.counts.map(({ proposal, total }) => [proposal, total]));
    const words = ({ proposed }: ProposalView) => shortPhrase(t, proposed);
    return inOrder(queued(proposals, filter, decided), { order, totals, words, language: i18n.language });
  }, [proposals, filter, decided, order, counted.data, t, i18n.language]);
  const at = currentOf(queue, chosen);
  const current = queue[at];
  const decisions = useDecisions(t, queue, at);
  const isEdited = current !== undefined && editing === current.id;

  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  // The focused button may be gone, or disabled for the next one.
  useEffect(() => {
    const { activeElement } = document;
    const spent = activeElement instanceof HTMLButtonElement && activeElement.disabled;
    if (activeElement === document.body || spent) root.current?.focus({ preventScroll: true });
  });

  const accepts =
    writable && current !== undefined && current.status !== "applied" && hindrance(current) === null;
  const rejects = writable && current?.status === "pending";
  const reopens = writable && current !== undefined && current.status !== "pending";
  const accept = (corrected?: Proposed) => {
    if (!accepts) return;
    setEditing(null);
    decisions.decide("accept", corrected);
    root.current?.focus({ preventScroll: true });
  };
  const go = (step: number) => {
    const to = queue[at + step];
    if (to === undefined) return;
    setEditing(null);
    useReview.setState({ chosen: to.id });
  };
  const leave = () => {
    setEditing(null);
    root.current?.focus({ preventScroll: true });
  };
  const acts: Record<string, () => void> = {
    a: () => accept(),
    r: () => rejects && decisions.decide("reject"),
    e: () => accepts && current !== undefined && setEditing(current.id),
    u: () => writable && decisions.undo(),
    o: () => current !== undefined && void showInText(current),
    " ": () => current !== undefined && void showInText(current),
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    Escape: () => show({ kind: "writing" }),
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = keyOf(event);
    const target = event.target as HTMLElement;
    if (key === null || isEdited || !event.currentTarget.contains(target)) return;
    // Buttons keep Space; tabs and fields keep their arrows and letters.
    if (target.closest("input, textarea, [contenteditable=true], [role=combobox], [role=tab]") !== null)
      return;
    if (key === " " && target.closest("button") !== null) return;
    const act = acts[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  const { n, total } = progress(queue, at, decided, filter);
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={t("title")}
      aria-keyshortcuts="A R E U O ArrowLeft ArrowRight"
      onKeyDown={onKeyDown}
      className="@container flex h-full min-h-0 flex-col bg-page outline-hidden"
    >
      <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-surface px-2">
        <IconButton
          icon={ArrowLeft}
          label={t("back")}
          shortcut="Escape"
          onClick={() => show({ kind: "writing" })}
        />
        <h2 className="truncate text-sm font-medium">{t("title")}</h2>
        {current !== undefined && (
          <span className="shrink-0 text-sm text-subtle tabular-nums">
            <span aria-hidden>{t("progressShort", { n, total })}</span>
            <span className="sr-only">{t("progress", { n, total })}</span>
          </span>
        )}
        <span className="flex-1" />
        <IconButton
          icon={Undo2}
          label={t("undo")}
          shortcut="U"
          disabled={!writable || decided.length === 0}
          onClick={decisions.undo}
        />
        <FindInText />
      </header>
      <p role="status" className="sr-only">
        {decisions.said}
      </p>
      {answer.error !== null ? (
        <div className="p-6">
          <FailureState failure={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : (
        <div className="flex min-h-0 flex-1">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <div className="min-h-0 flex-1 overflow-y-auto">
              {answer.data === undefined ? (
                <LoadingState rows={6} className="p-6" />
              ) : current === undefined ? (
                <Nothing batches={batches} />
              ) : (
                <ProposalCard
                  key={current.id}
                  proposal={current}
                  batch={batches.find(({ id }) => id === current.batch)}
                  refused={decisions.refused?.proposal === current.id ? decisions.refused : null}
                  editing={isEdited}
                  onAccept={accept}
                  onLeave={leave}
                />
              )}
            </div>
            {current !== undefined && !isEdited && (
              <Bar
                {...{ accepts, rejects, reopens, decisions }}
                hindered={hindrance(current) !== null}
                onAccept={() => accept()}
                onEdit={() => setEditing(current.id)}
                onStep={go}
                first={at === 0}
                last={at === queue.length - 1}
              />
            )}
          </div>
          <aside
            aria-label={t("tabs.label")}
            className="flex min-h-0 w-60 shrink-0 flex-col border-l border-line bg-surface @4xl:w-76"
          >
            <Tabs<"queue" | "batches">
              label={t("tabs.label")}
              value={side}
              onChange={(next) => useReview.setState({ side: next })}
              className="min-h-0 flex-1"
              panelClassName="flex flex-col overflow-hidden!"
              items={[
                {
                  id: "queue",
                  label: t("tabs.queue"),
                  count: queue.length,
                  content: <QueueList {...{ queue, at, batches }} />,
                },
                {
                  id: "batches",
                  label: t("tabs.batches"),
                  count: batches.length,
                  content: <Batches batches={batches} />,
                },
              ]}
            />
          </aside>
        </div>
      )}
      {answer.data !== undefined && <UndoBatch batches={batches} />}
    </section>
  );
}

/** The queue's name of a key; null for other keys. */
function keyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.altKey) return null;
  // An active input method hides the letter.
  const hidden = event.key === "Process" ? /^Key([A-Z])$/.exec(event.code)?.[1] : undefined;
  const key = hidden ?? event.key;
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (event.ctrlKey || event.metaKey) return letter === "z" && !event.shiftKey ? "u" : null;
  return letter;
}

function FindInText() {
  const { t } = useTranslation("review");
  const scene = useDesk((state) => state.scene);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const busy = useReview((state) => state.extracting);
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={ScanText} busy={busy} disabled={!writable || scene === null}>
          {t(busy ? "extracting" : "extract")}
        </Button>
      }
      items={[
        { id: "chapter", label: t("extractChapter"), onSelect: () => void extract("chapter") },
        { id: "scene", label: t("extractScene"), onSelect: () => void extract("scene") },
      ]}
    />
  );
}

/** Nothing left to decide, or nothing at all. */
function Nothing({ batches }: { batches: readonly BatchView[] }) {
  const { t } = useTranslation("review");
  const { status, type, batch } = useReview((state) => state.filter);
  const decided = useReview((state) => state.decided);
  const scene = useDesk((state) => state.scene);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const filtered = status !== "pending" || type !== "all" || batch !== null;
  const waits = batches.some(({ pending }) => pending > 0);
  const count = (decision: "accept" | "reject") => decided.filter((one) => one.decision === decision).length;
  if (filtered && decided.length === 0) return <EmptyState icon={Inbox} title={t("none")} />;
  if (decided.length > 0) {
    return (
      <EmptyState
        icon={CheckCheck}
        title={t("done.title")}
        text={t("done.text", { accepted: count("accept"), rejected: count("reject") })}
        action={
          <>
            <Button size="sm" onClick={() => showItem("lore", null)}>
              {t("done.cards")}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => show({ kind: "graph", entity: null })}>
              {t("done.graph")}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title={t("empty.title")}
      text={t("empty.text")}
      action={
        !waits && (
          <Button
            size="sm"
            icon={ScanText}
            disabled={!writable || scene === null}
            onClick={() => void extract("chapter")}
          >
            {t("extractChapter")}
          </Button>
        )
      }
    />
  );
}

interface BarProps {
  accepts: boolean;
  rejects: boolean;
  reopens: boolean;
  hindered: boolean;
  decisions: Decisions;
  first: boolean;
  last: boolean;
  onAccept: () => void;
  onEdit: () => void;
  onStep: (step: number) => void;
}

function Bar(props: BarProps) {
  const { accepts, rejects, reopens, hindered, decisions, first, last, onAccept, onEdit, onStep } = props;
  const { t } = useTranslation("review");
  const writable = useDesk((state) => state.project?.writable ?? false);
  return (
    <footer className="flex shrink-0 flex-col gap-1.5 border-t border-line bg-surface px-6 py-2.5">
      <div className="mx-auto flex w-full max-w-160 flex-wrap items-center gap-2">
        <Button
          variant="primary"
          icon={Check}
          disabled={!accepts}
          aria-describedby={hindered ? "review-hindrance" : undefined}
          onClick={onAccept}
        >
          {t("accept")}
        </Button>
        {rejects && (
          <Button icon={X} onClick={() => decisions.decide("reject")}>
            {t("reject")}
          </Button>
        )}
        {reopens && (
          <Button icon={RotateCcw} onClick={decisions.reopen}>
            {t("reopen")}
          </Button>
        )}
        <Button variant="ghost" icon={PencilLine} disabled={!accepts} onClick={onEdit}>
          {t("edit")}
        </Button>
        <div className="ml-auto flex items-center gap-2">
          <IconButton
            icon={ChevronLeft}
            label={t("previous")}
            shortcut="ArrowLeft"
            tooltipSide="top"
            disabled={first}
            onClick={() => onStep(-1)}
          />
          <IconButton
            icon={ChevronRight}
            label={t("next")}
            shortcut="ArrowRight"
            tooltipSide="top"
            disabled={last}
            onClick={() => onStep(1)}
          />
        </div>
      </div>
      <p className="mx-auto w-full max-w-160 truncate text-xs text-faint">
        {writable ? t("keys") : t("readOnly")}
      </p>
    </footer>
  );
}

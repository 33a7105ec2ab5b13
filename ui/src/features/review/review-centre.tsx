// Reviewing graph proposals one by one. The shortcuts work while the queue has the focus and no field is edited.
import {
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
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { CentreHeader } from "@/components/centre-header";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import { Tabs } from "@/components/tabs";
import { show, showItem, useDesk } from "@/desk/desk";
import type { BatchView, ProposalView, Proposed } from "@/ipc/types";
import { extract, showInText } from "./acts";
import { Batches, UndoBatch } from "./batches";
import { type Decisions, useDecisions } from "./decisions";
import { hindrance } from "./phrase";
import { ProposalCard } from "./proposal-card";
import { progress } from "./queue";
import { QueueList } from "./queue-list";
import { onQueueKey } from "./review-keys";
import { useReview } from "./state";
import { useQueue } from "./use-queue";

const toWriting = () => show({ kind: "writing" });

export function ReviewCentre() {
  const { t } = useTranslation("review");
  const root = useQueueFocus();
  const { answer, batches, queue, at, current } = useQueue();
  const decisions = useDecisions(t, queue, at);
  const allowed = useAllowed(current);
  const [editing, setEditing] = useState<number | null>(null);
  const isEdited = current !== undefined && editing === current.id;
  const leave = () => {
    setEditing(null);
    root.current?.focus({ preventScroll: true });
  };
  const accept = (corrected?: Proposed) => {
    if (!allowed.accepts) return;
    decisions.decide("accept", corrected);
    leave();
  };
  const edit = () => allowed.accepts && current !== undefined && setEditing(current.id);
  const go = (step: number) => {
    const to = queue[at + step];
    if (to === undefined) return;
    setEditing(null);
    useReview.setState({ chosen: to.id });
  };
  const showCurrent = () => current !== undefined && void showInText(current);
  const acts: Record<string, () => void> = {
    a: () => accept(),
    r: () => allowed.rejects && decisions.decide("reject"),
    e: edit,
    u: () => allowed.writable && decisions.undo(),
    o: showCurrent,
    " ": showCurrent,
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    Escape: toWriting,
  };
  const body = () => {
    if (answer.data === undefined) return <LoadingState rows={6} className="p-6" />;
    if (current === undefined) return <Nothing batches={batches} />;
    return (
      <ProposalCard
        key={current.id}
        proposal={current}
        batch={batches.find(({ id }) => id === current.batch)}
        refused={decisions.refused?.proposal === current.id ? decisions.refused : null}
        editing={isEdited}
        onAccept={accept}
        onLeave={leave}
      />
    );
  };
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={t("title")}
      aria-keyshortcuts="A R E U O ArrowLeft ArrowRight"
      onKeyDown={(event) => {
        if (!isEdited) onQueueKey(event, acts);
      }}
      className="@container flex h-full min-h-0 flex-col bg-page outline-hidden"
    >
      <Header {...{ queue, at, decisions }} writable={allowed.writable} />
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
            <div className="min-h-0 flex-1 overflow-y-auto">{body()}</div>
            {current !== undefined && !isEdited && (
              <Bar
                {...{ allowed, decisions }}
                hindered={hindrance(current) !== null}
                onAccept={() => accept()}
                onEdit={edit}
                onStep={go}
                first={at === 0}
                last={at === queue.length - 1}
              />
            )}
          </div>
          <Side {...{ queue, at, batches }} />
        </div>
      )}
      {answer.data !== undefined && <UndoBatch batches={batches} />}
    </section>
  );
}

/** The focus is kept in the queue, so that its keys work. */
function useQueueFocus() {
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  // The focused button may be gone, or disabled for the next one.
  useEffect(() => {
    const { activeElement } = document;
    const spent = activeElement instanceof HTMLButtonElement && activeElement.disabled;
    if (activeElement === document.body || spent) root.current?.focus({ preventScroll: true });
  });
  return root;
}

/** What may be done with a proposal. */
interface Allowed {
  writable: boolean;
  accepts: boolean;
  rejects: boolean;
  reopens: boolean;
}

function useAllowed(current: ProposalView | undefined): Allowed {
  const writable = useDesk((state) => state.project?.writable ?? false);
  const status = writable ? current?.status : undefined;
  return {
    writable,
    accepts:
      status !== undefined && status !== "applied" && current !== undefined && hindrance(current) === null,
    rejects: status === "pending",
    reopens: status !== undefined && status !== "pending",
  };
}

interface HeaderProps {
  queue: readonly ProposalView[];
  at: number;
  decisions: Decisions;
  writable: boolean;
}

function Header({ queue, at, decisions, writable }: HeaderProps) {
  const { t } = useTranslation("review");
  const filter = useReview((state) => state.filter);
  const decided = useReview((state) => state.decided);
  const { n, total } = progress(queue, at, decided, filter);
  return (
    <CentreHeader title={t("title")} backLabel={t("back")} onBack={toWriting}>
      {queue[at] !== undefined && (
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
    </CentreHeader>
  );
}

interface SideProps {
  queue: readonly ProposalView[];
  at: number;
  batches: readonly BatchView[];
}

/** The queue and the batches as lists. */
function Side({ queue, at, batches }: SideProps) {
  const { t } = useTranslation("review");
  const side = useReview((state) => state.side);
  return (
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
  );
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
  allowed: Allowed;
  hindered: boolean;
  decisions: Decisions;
  first: boolean;
  last: boolean;
  onAccept: () => void;
  onEdit: () => void;
  onStep: (step: number) => void;
}

function Bar({ allowed, hindered, decisions, first, last, onAccept, onEdit, onStep }: BarProps) {
  const { t } = useTranslation("review");
  const { writable, accepts, rejects, reopens } = allowed;
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

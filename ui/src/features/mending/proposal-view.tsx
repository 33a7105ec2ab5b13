// The changes of a scene, one after another: each is accepted or refused, by keys or buttons; the end writes them into
// the text. The text stays open for typing meanwhile.
import { Check, X } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { DetailPane } from "@/components/detail-pane";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { isFocusLost } from "@/components/lost-focus";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { MendSessionId, SceneId } from "@/ipc/types";
import { showMending } from "./acts";
import { countOf } from "./decisions";
import { FinishQuestion, useFinish } from "./finish";
import { PieceRow } from "./piece-row";
import { actsOf, KEYS, onProposalKey } from "./proposal-keys";
import { useMendings } from "./state";
import { Steps } from "./steps";
import { useSceneName } from "./use-name";
import { type Proposal, useProposal } from "./use-proposal";

interface ProposalViewProps {
  session: MendSessionId;
  scene: SceneId;
}

export function ProposalView({ session, scene }: ProposalViewProps) {
  const { t } = useTranslation("mending");
  const { data: detail } = useAnswer("mend.show", { session });
  const proposal = useProposal(session, scene);
  const nameOf = useSceneName();
  const writable = useDesk(({ project }) => project?.writable === true);
  const root = useRef<HTMLElement>(null);
  useProposalFocus(root);
  const finish = useFinish(session, scene, proposal);
  const { answer, pieces, at } = proposal;
  const view = detail?.scenes.find((one) => one.scene === scene);
  const acts = actsOf(proposal, writable, finish.end);
  return (
    <DetailPane
      title={view === undefined ? t("proposal.title") : nameOf(view)}
      backLabel={t("proposal.back")}
      onBack={() => showMending(session)}
      takesFocus={() => false}
      actions={
        pieces.length > 0 && (
          <span className="shrink-0 px-1 text-xs text-subtle tabular-nums">
            <span aria-hidden>
              {t("proposal.progressShort", { n: figure(at + 1), total: figure(pieces.length) })}
            </span>
            <span className="sr-only">
              {t("proposal.progress", { n: figure(at + 1), total: figure(pieces.length) })}
            </span>
          </span>
        )
      }
    >
      <section
        ref={root}
        tabIndex={-1}
        aria-label={t("proposal.title")}
        aria-keyshortcuts={KEYS}
        data-proposal
        onKeyDown={(event) => onProposalKey(event, acts)}
        className="flex min-h-0 flex-1 flex-col outline-hidden"
      >
        {/* Above the list: notices cover the foot of the panel. */}
        {answer.data !== undefined && pieces.length > 0 && (
          <Bar proposal={proposal} writable={writable} busy={finish.busy} onFinish={finish.end} />
        )}
        <Body session={session} scene={scene} proposal={proposal} issues={detail?.issues ?? []} />
      </section>
      <FinishQuestion proposal={proposal} finish={finish} />
    </DetailPane>
  );
}

/** The focus comes here if the author asked for it or the list that this replaces had it; it stays while buttons go. */
function useProposalFocus(root: RefObject<HTMLElement | null>): void {
  const takesFocus = useMendings((state) => state.takesFocus);
  useEffect(() => {
    if (losesFocus(root.current)) root.current?.focus({ preventScroll: true });
  }, [root]);
  useEffect(() => {
    if (!takesFocus) return;
    useMendings.setState({ takesFocus: false });
    root.current?.focus({ preventScroll: true });
  }, [root, takesFocus]);
  useEffect(() => {
    const { activeElement } = document;
    const spent = activeElement instanceof HTMLButtonElement && activeElement.disabled;
    if (spent && root.current?.contains(activeElement) === true) root.current.focus({ preventScroll: true });
  });
}

/** Whether nothing has the focus, or something in the panel that this is in. */
function losesFocus(section: HTMLElement | null): boolean {
  return (
    isFocusLost() || section?.closest("article")?.parentElement?.contains(document.activeElement) === true
  );
}

interface BodyProps extends ProposalViewProps {
  proposal: Proposal;
  issues: Parameters<typeof PieceRow>[0]["issues"];
}

function Body({ session, scene, proposal, issues }: BodyProps) {
  const { t } = useTranslation("mending");
  const { answer, pieces, states, at, go } = proposal;
  if (answer.data === undefined && answer.error !== null) {
    // Decided in another way meanwhile: nothing is left to show.
    if (answer.error.code === "bad_request") {
      return (
        <EmptyState
          compact
          icon={Check}
          title={t("notice.decided")}
          action={
            <Button size="sm" onClick={() => showMending(session)}>
              {t("proposal.back")}
            </Button>
          }
          className="pt-8"
        />
      );
    }
    return (
      <div className="p-3">
        <FailureState
          failure={answer.error}
          title={t("proposal.failed")}
          onRetry={() => void answer.refetch()}
        />
      </div>
    );
  }
  if (answer.data === undefined) return <LoadingState rows={8} className="pt-2" />;
  if (pieces.length === 0)
    return <EmptyState compact icon={Check} title={t("proposal.none")} className="pt-8" />;
  return (
    <ol aria-label={t("proposal.list")} className="flex min-h-0 flex-1 flex-col overflow-y-auto px-1.5 pb-3">
      {pieces.map((piece, place) => (
        <PieceRow
          key={piece.number}
          piece={piece}
          scene={scene}
          state={states[place] ?? "open"}
          issues={issues}
          isCurrent={place === at}
          onChoose={(target) => {
            go(place);
            // The keys are those of the list, not of the row.
            target.closest<HTMLElement>("[data-proposal]")?.focus({ preventScroll: true });
          }}
        />
      ))}
    </ol>
  );
}

interface BarProps {
  proposal: Proposal;
  writable: boolean;
  busy: boolean;
  onFinish: () => void;
}

function Bar({ proposal, writable, busy, onFinish }: BarProps) {
  const { t } = useTranslation("mending");
  const { states, at, pieces, current, go, decide, acceptRest } = proposal;
  const isFree = current?.is_conflict === false;
  const open = countOf(states, "open");
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line bg-surface px-3 py-2">
      <p role="status" className="text-xs text-subtle tabular-nums">
        {t("proposal.left", {
          accepted: figure(countOf(states, "accepted")),
          refused: figure(countOf(states, "refused")),
          open: figure(open),
        })}
      </p>
      {writable && (
        <div className="flex flex-wrap items-center gap-1.5">
          <Button
            size="sm"
            variant={open > 0 ? "primary" : "secondary"}
            icon={Check}
            disabled={!isFree}
            onClick={() => decide("accepted")}
          >
            {t("proposal.accept")}
          </Button>
          <Button size="sm" icon={X} disabled={!isFree} onClick={() => decide("refused")}>
            {t("proposal.refuse")}
          </Button>
          <span className="flex-1" />
          <Steps {...{ at, go }} count={pieces.length} />
        </div>
      )}
      {!writable && (
        <div className="flex items-center gap-1.5">
          <p className="min-w-0 flex-1 text-xs text-faint">{t("proposal.readOnly")}</p>
          <Steps {...{ at, go }} count={pieces.length} />
        </div>
      )}
      {writable && (
        <>
          <div className="flex flex-wrap items-center gap-1.5">
            {open > 0 && (
              <Button size="sm" onClick={acceptRest}>
                {t("proposal.acceptAll")}
              </Button>
            )}
            <Button
              size="sm"
              variant={open > 0 ? "secondary" : "primary"}
              busy={busy}
              className="ml-auto"
              onClick={onFinish}
            >
              {t("proposal.finish")}
            </Button>
          </div>
          <p className="text-xs break-words text-faint">{t("proposal.keys")}</p>
        </>
      )}
    </div>
  );
}

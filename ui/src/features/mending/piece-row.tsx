// A change with its surroundings: the old words, the new ones, and the issues it answers.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Badge, type BadgeTone } from "@/components/badge";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { findingWords } from "@/components/finding-words";
import { openDialog, showGeneration, useDesk } from "@/desk/desk";
import type { MendIssueView, MendPieceEdit, MendPieceView, SceneId } from "@/ipc/types";
import { goToPiece } from "./acts";
import type { PieceState } from "./decisions";
import { CanonButton, IssueHead } from "./issue-row";

export const TONES: Record<PieceState, BadgeTone> = {
  open: "neutral",
  accepted: "success",
  refused: "danger",
  conflict: "warning",
};

interface PieceRowProps {
  piece: MendPieceView;
  scene: SceneId;
  state: PieceState;
  /** The issues of the mending. */
  issues: readonly MendIssueView[];
  isCurrent: boolean;
  onChoose: (target: HTMLElement) => void;
}

export function PieceRow({ piece, scene, state, issues, isCurrent, onChoose }: PieceRowProps) {
  const { t } = useTranslation("mending");
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [isCurrent]);
  const { generation } = piece;
  const answered = piece.issues.flatMap((id) => issues.find((issue) => issue.id === id) ?? []);
  return (
    <li
      ref={row}
      aria-current={isCurrent || undefined}
      data-piece={piece.number}
      data-state={state}
      className={cx(
        "mt-1 flex min-w-0 flex-col gap-1.5 rounded-md border px-2 py-1.5",
        isCurrent ? "border-line bg-surface-selected" : "border-transparent hover:bg-surface-hover",
      )}
    >
      {/* The keys of the list do the same. */}
      <button
        type="button"
        tabIndex={-1}
        onClick={(event) => onChoose(event.currentTarget)}
        className="flex w-full min-w-0 flex-col gap-1 rounded-sm text-left outline-hidden"
      >
        {piece.edits.map((edit, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the edits stay in their order
          <Change key={at} edit={edit} state={state} isCurrent={isCurrent} />
        ))}
        <span className="flex flex-wrap items-center gap-1.5">
          <Badge tone={TONES[state]}>{t(`proposal.decision.${state}`)}</Badge>
          {!isCurrent &&
            answered.map(({ id, rule }) => (
              <span key={id} className="text-xs text-faint">
                {t(`findings:rules.${rule}.name`)}
              </span>
            ))}
        </span>
      </button>
      {isCurrent && (
        <>
          {state === "conflict" && (
            <p className="text-sm break-words text-warning">{t("proposal.conflict")}</p>
          )}
          {answered.map((issue) => (
            <IssueHead key={issue.id} issue={issue} />
          ))}
          <div className="-ml-2 flex flex-wrap gap-x-1">
            <Button size="sm" variant="ghost" onClick={() => void goToPiece(scene, piece)}>
              {t("proposal.goTo")}
            </Button>
            {generation !== null && (
              <Button size="sm" variant="ghost" onClick={() => showGeneration(generation)}>
                {t("proposal.receipt")}
              </Button>
            )}
            {answered.map((issue) => (
              <IssueButtons key={issue.id} issue={issue} isOne={answered.length === 1} />
            ))}
          </div>
        </>
      )}
    </li>
  );
}

/** What may be done about an issue; with several issues each button names its own. */
export function IssueButtons({ issue, isOne }: { issue: MendIssueView; isOne: boolean }) {
  const { t } = useTranslation("mending");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { finding } = issue;
  const name = isOne ? undefined : t("of", { act: t("issue.intended"), name: findingWords(t, issue) });
  return (
    <>
      {writable && finding !== null && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={name}
          title={name}
          onClick={() => openDialog({ name: "waive-finding", finding })}
        >
          {t("issue.intended")}
        </Button>
      )}
      <CanonButton issue={issue} />
    </>
  );
}

interface ChangeProps {
  edit: MendPieceEdit;
  state: PieceState;
  isCurrent: boolean;
}

/** Before the words their surroundings, then the old words and the new ones; what stays as it is shows the old only. */
function Change({ edit: { before, old, new: next, after }, state, isCurrent }: ChangeProps) {
  const { t } = useTranslation("mending");
  const isOut = state === "refused" || state === "conflict";
  return (
    <span
      className={cx("block font-reading text-sm break-words whitespace-pre-wrap", isOut && "text-subtle")}
    >
      <span className="text-subtle">{before}</span>
      {old !== "" && (
        <del className={cx("rounded-[2px]", isOut ? "no-underline" : "bg-removed text-removed-text")}>
          <span className="sr-only">{t("proposal.old")}</span>
          {old}
        </del>
      )}
      {next !== "" && (!isOut || isCurrent) && (
        <ins
          className={cx(
            "rounded-[2px] no-underline",
            isOut ? "border border-dashed border-line-strong px-0.5" : "bg-added text-added-text",
            state === "accepted" && "font-semibold",
          )}
        >
          <span className="sr-only">{t("proposal.new")}</span>
          {next}
        </ins>
      )}
      <span className="text-subtle">{after}</span>
    </span>
  );
}

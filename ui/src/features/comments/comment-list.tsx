// The list of comments. J and K move, Enter opens a comment and lights its passage, R replies, D marks it as done,
// E changes it, G goes to the text, Delete removes it.
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { cx } from "@/components/class-names";
import { GroupedList } from "@/components/grouped-list";
import { desk, isWritable, useDesk } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { plainQuote } from "@/editor/plain-quote";
import { leaveLastPassage } from "@/editor/pointed-out";
import type { CommentView } from "@/ipc/types";
import { goToComment, removeComments, revealComment, setState } from "./acts";
import { ColourSign } from "./colour-choice";
import { CommentDetail } from "./comment-detail";
import { nameOf, stateOf } from "./listed";
import { type Reach, useCommentsView } from "./store";

const idOf = ({ id }: CommentView) => String(id);
const renderRow = (comment: CommentView) => <CommentRow comment={comment} />;
const MOVES = { j: "ArrowDown", k: "ArrowUp" };

function choose(comment: CommentView, opened = desk().shown.comment !== comment.id): void {
  useDesk.setState(({ shown }) => ({ shown: { ...shown, comment: opened ? comment.id : null } }));
  useCommentsView.setState({ writing: null });
  if (opened && stateOf(comment) !== "removed") void revealComment(comment);
}

/** Moves on from an open comment to another: what the keys act on is what is shown. The focus stays in the list. */
function moveOn(comment: CommentView): void {
  const { comment: shown } = desk().shown;
  if (shown == null || shown === comment.id) return;
  useDesk.setState((state) => ({ shown: { ...state.shown, comment: comment.id } }));
  useCommentsView.setState({ writing: null });
  if (stateOf(comment) !== "removed" && openScene(comment.place.scene)?.writing != null) {
    void revealComment(comment);
    return;
  }
  // The passage of the comment before is not lit any longer.
  leaveLastPassage();
}

/** Opens a comment with the field for a reply, or for its words. */
function write(comment: CommentView, writing: "reply" | "text"): void {
  if (desk().shown.comment !== comment.id) choose(comment, true);
  useCommentsView.setState({ writing });
}

function onKey(comment: CommentView, { key }: KeyboardEvent): boolean {
  if (stateOf(comment) === "removed") return false;
  if (key === "g") {
    void goToComment(comment);
    return true;
  }
  if (!isWritable()) return false;
  if (key === "r") write(comment, "reply");
  else if (key === "e") write(comment, "text");
  else if (key === "d" && stateOf(comment) !== "unprinted")
    void setState([comment.id], comment.state === "open" ? "done" : "open");
  else if (key === "Delete") void removeComments([comment.id]);
  else return false;
  return true;
}

export function CommentList({ reach, comments }: { reach: Reach; comments: readonly CommentView[] }) {
  const { t } = useTranslation("comments");
  const shown = useDesk((state) => state.shown.comment ?? null);
  const groupOf = ({ place }: CommentView) => {
    if (reach !== "book") return null;
    return place.chapter === null ? t("inBin") : place.chapter_title || t("untitled");
  };
  return (
    <GroupedList
      className="flex-1 pt-1"
      label={t("list")}
      entries={comments}
      idOf={idOf}
      groupOf={groupOf}
      row={renderRow}
      below={(comment) =>
        comment.id === shown ? <CommentDetail key={comment.id} comment={comment} /> : null
      }
      isChosen={({ id }) => id === shown}
      revealed={shown === null ? null : String(shown)}
      lettersBelow
      movesAs={MOVES}
      onReach={moveOn}
      onKey={onKey}
      onOpen={(comment) => choose(comment)}
    />
  );
}

function CommentRow({ comment }: { comment: CommentView }) {
  const { t } = useTranslation("comments");
  const { id, text, state, colour, by, quote, gone, replies, not_for_print: isUnprinted } = comment;
  const isShown = useDesk((desk) => desk.shown.comment === id);
  const isDone = state === "done";
  const isMark = stateOf(comment) === "unprinted";
  const isRemoved = stateOf(comment) === "removed";
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className="mt-1">
        <ColourSign colour={colour} hollow={isDone || isUnprinted} />
        {!isMark && <span className="sr-only">{t(`states.${state}`)}</span>}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-faint">
          {/* The name gives way first, so that a badge stays on its line. */}
          <span className="min-w-0 max-w-max grow basis-12 truncate">{nameOf(by, t)}</span>
          {isRemoved && <Badge>{t("states.removed")}</Badge>}
          {isDone && <Badge>{t("states.done")}</Badge>}
          {isUnprinted && <Badge>{t("notForPrint")}</Badge>}
          {gone && <Badge tone="warning">{t("passageGone")}</Badge>}
          {replies.length > 0 && (
            <span className="tabular-nums">{t("replyCount", { n: replies.length })}</span>
          )}
        </span>
        {text !== "" && (
          <span
            className={cx(
              "text-sm break-words",
              isShown ? "whitespace-pre-wrap" : "line-clamp-3",
              isDone && "text-subtle",
            )}
          >
            {text}
          </span>
        )}
        <span
          className={cx(
            "line-clamp-2 font-reading text-xs leading-4.5 break-words text-subtle",
            gone && "line-through",
          )}
        >
          {plainQuote(quote)}
        </span>
      </span>
    </span>
  );
}

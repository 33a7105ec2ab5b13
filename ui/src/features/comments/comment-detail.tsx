// One comment in full, below its row: its replies, and what can be done with it.
import { Check, CornerDownLeft, Pencil, Reply, RotateCcw, TextSelect, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { IconButton } from "@/components/icon-button";
import { useToday } from "@/components/use-today";
import { openDialog, useDesk } from "@/desk/desk";
import type { CommentReply, CommentView } from "@/ipc/types";
import { editComment, goToComment, putBackComment, removeComments, reply, setState } from "./acts";
import { ColourChoice } from "./colour-choice";
import { nameOf, stateOf } from "./listed";
import { useCommentsView } from "./store";
import { WordsField } from "./words-field";

/** Gives the focus back to the row. */
function focusRow(id: number): void {
  useCommentsView.setState({ writing: null });
  document.querySelector<HTMLElement>(`[data-entry="${id}"] button`)?.focus();
}

export function CommentDetail({ comment }: { comment: CommentView }) {
  return stateOf(comment) === "removed" ? (
    <RemovedDetail comment={comment} />
  ) : (
    <LiveDetail comment={comment} />
  );
}

/** A removed comment: its replies, and the way back. */
function RemovedDetail({ comment: { id, replies } }: { comment: CommentView }) {
  const { t } = useTranslation("comments");
  const writable = useDesk(({ project }) => project?.writable === true);
  return (
    <div className="flex min-w-0 flex-col items-start gap-2.5 px-2 pt-1 pb-3 pl-7">
      {replies.length > 0 && (
        <ul
          aria-label={t("replies")}
          className="flex flex-col gap-2 self-stretch border-l border-line pl-2.5"
        >
          {replies.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reply has no other name
            <ReplyRow key={place} comment={id} place={place} reply={one} writable={false} />
          ))}
        </ul>
      )}
      {writable && (
        <Button size="sm" icon={Undo2} onClick={() => void putBackComment(id)}>
          {t("putBack")}
        </Button>
      )}
    </div>
  );
}

function LiveDetail({ comment }: { comment: CommentView }) {
  const { t, i18n } = useTranslation("comments");
  const today = useToday();
  const writable = useDesk(({ project }) => project?.writable === true);
  const writing = useCommentsView((state) => state.writing);
  const { id, text, colour, replies, at, not_for_print: isUnprinted } = comment;
  return (
    <div className="flex min-w-0 flex-col gap-2.5 px-2 pt-1 pb-3 pl-7">
      {writing === "text" && writable && (
        <WordsField
          label={t("edit")}
          initial={text}
          act={t("save")}
          mayBeEmpty={isUnprinted}
          onCancel={() => focusRow(id)}
          onDone={async (next) => {
            const done = (await editComment(id, { text: next })) !== undefined;
            if (done) focusRow(id);
            return done;
          }}
        />
      )}
      <div className="flex items-center gap-0.5">
        <p className="min-w-0 flex-1 text-xs text-faint">{momentWithin(at, today, i18n.language)}</p>
        <Acts comment={comment} writable={writable} />
      </div>
      {replies.length > 0 && (
        <ul aria-label={t("replies")} className="flex flex-col gap-2 border-l border-line pl-2.5">
          {replies.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reply has no other name
            <ReplyRow key={place} comment={id} place={place} reply={one} writable={writable} />
          ))}
        </ul>
      )}
      {writing === "reply" && writable && (
        <WordsField
          label={t("reply")}
          act={t("reply")}
          onCancel={() => focusRow(id)}
          onDone={async (next) => {
            const done = (await reply(id, next)) !== undefined;
            if (done) focusRow(id);
            return done;
          }}
        />
      )}
      {writable && (
        <ColourChoice value={colour} onChange={(next) => void editComment(id, { colour: next })} />
      )}
      {writable && <Answers comment={comment} />}
    </div>
  );
}

/** Acts on the comment, as icons: they stay in one row in the narrowest inspector. */
function Acts({ comment, writable }: { comment: CommentView; writable: boolean }) {
  const { t } = useTranslation("comments");
  const { id } = comment;
  return (
    <>
      <IconButton
        icon={CornerDownLeft}
        size="sm"
        label={t("goTo")}
        shortcut="G"
        onClick={() => void goToComment(comment)}
      />
      {writable && (
        <>
          <IconButton
            icon={TextSelect}
            size="sm"
            label={t("place.title")}
            onClick={() => openDialog({ name: "place-comment", comment: id })}
          />
          <IconButton
            icon={Pencil}
            size="sm"
            label={t("edit")}
            shortcut="E"
            onClick={() => useCommentsView.setState({ writing: "text" })}
          />
          <IconButton
            icon={Trash2}
            size="sm"
            label={t("remove")}
            shortcut="Delete"
            onClick={() => void removeComments([id])}
          />
        </>
      )}
    </>
  );
}

function Answers({ comment }: { comment: CommentView }) {
  const { t } = useTranslation("comments");
  const isReplying = useCommentsView((state) => state.writing === "reply");
  const isOpen = comment.state === "open";
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {!isReplying && (
        <Button size="sm" icon={Reply} onClick={() => useCommentsView.setState({ writing: "reply" })}>
          {t("reply")}
        </Button>
      )}
      {stateOf(comment) !== "unprinted" && (
        <Button
          size="sm"
          icon={isOpen ? Check : RotateCcw}
          onClick={() => void setState([comment.id], isOpen ? "done" : "open")}
        >
          {t(isOpen ? "done" : "reopen")}
        </Button>
      )}
    </div>
  );
}

interface ReplyRowProps {
  comment: number;
  place: number;
  reply: CommentReply;
  writable: boolean;
}

function ReplyRow({ comment, place, reply: { text, by, at }, writable }: ReplyRowProps) {
  const { t, i18n } = useTranslation("comments");
  const today = useToday();
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <li>
        <WordsField
          label={t("editReply")}
          initial={text}
          act={t("save")}
          onCancel={() => setEditing(false)}
          onDone={async (next) => {
            const done = (await reply(comment, next, place)) !== undefined;
            if (done) {
              setEditing(false);
              focusRow(comment);
            }
            return done;
          }}
        />
      </li>
    );
  }
  return (
    <li className="group/reply flex min-w-0 flex-col gap-0.5">
      <span className="flex min-w-0 items-center gap-1.5 text-xs text-faint">
        <span className="min-w-0 truncate">{nameOf(by, t)}</span>
        <span className="shrink-0">{momentWithin(at, today, i18n.language)}</span>
        {writable && (
          <span className="ml-auto flex shrink-0 opacity-0 group-focus-within/reply:opacity-100 group-hover/reply:opacity-100">
            <IconButton icon={Pencil} size="sm" label={t("editReply")} onClick={() => setEditing(true)} />
            <IconButton
              icon={Trash2}
              size="sm"
              label={t("removeReply")}
              onClick={() => void reply(comment, "", place)}
            />
          </span>
        )}
      </span>
      <span className="text-sm break-words whitespace-pre-wrap select-text">{text}</span>
    </li>
  );
}

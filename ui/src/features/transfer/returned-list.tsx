// What becomes of the comments of a returned file: before the import, and after it.
import { Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { copyText } from "@/components/copy-text";
import { Disclosure } from "@/components/disclosure";
import { DoneNote } from "@/components/done-note";
import { figure } from "@/components/figures";
import type { ReturnedImported, ReturnedUnplaced } from "@/ipc/types";
import { Entry, List, Note, named, Passage } from "./remark-entries";

/** What the author wants besides the comments that have a place. */
export interface ReturnedChoice {
  keep: boolean;
  restore: boolean;
}

interface PreviewProps {
  found: ReturnedImported;
  also: ReturnedChoice;
  onAlso: (also: ReturnedChoice) => void;
}

export function ReturnedPreview({ found, also, onAlso }: PreviewProps) {
  const { t } = useTranslation("transfer");
  const { placed, answered, known, removed, unplaced, insertions, deletions } = found;
  const isEmpty = placed.length + answered.length + unplaced.length + removed === 0;
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      {isEmpty && <p role="status">{t("remarks.returned.nothing")}</p>}
      {placed.length > 0 && (
        <Disclosure title={t("remarks.returned.placed", { n: figure(placed.length) })}>
          <List>
            {placed.map(({ by, text, replies, place, quote, was }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a comment of the file has no other name
              <Entry key={at} by={by} text={text}>
                <Passage text={quote} place={place.chapter_title} />
                {was !== quote && <Passage text={t("remarks.returned.was", { text: was })} place="" />}
                {replies > 0 && <Note>{t("remarks.returned.replies", { n: replies })}</Note>}
              </Entry>
            ))}
          </List>
        </Disclosure>
      )}
      {answered.length > 0 && (
        <Disclosure title={t("remarks.returned.answered", { n: figure(answered.length) })}>
          <List>
            {answered.map(({ comment, text, replies, done }) => (
              <Entry key={comment} text={text}>
                {replies.map((reply) => (
                  <Note key={`${reply.at} ${reply.text}`}>{named(reply.by, reply.text)}</Note>
                ))}
                {done && <Note>{t("remarks.returned.done")}</Note>}
              </Entry>
            ))}
          </List>
        </Disclosure>
      )}
      {unplaced.length > 0 && (
        <Disclosure
          begins="open"
          title={t("remarks.returned.unplaced", { n: figure(unplaced.length) })}
          aside={<CopyUnplaced unplaced={unplaced} />}
        >
          <Unplaced unplaced={unplaced} />
          <Checkbox
            label={t("remarks.returned.keep")}
            description={t("remarks.returned.keepHint")}
            checked={also.keep}
            onChange={(keep) => onAlso({ ...also, keep })}
            className="pt-2"
          />
        </Disclosure>
      )}
      {known > 0 && <p className="text-subtle">{t("remarks.returned.known", { n: figure(known) })}</p>}
      {removed > 0 && (
        <>
          <p className="text-subtle">{t("remarks.returned.removed", { n: figure(removed) })}</p>
          <Checkbox
            label={t("remarks.returned.restore")}
            checked={also.restore}
            onChange={(restore) => onAlso({ ...also, restore })}
          />
        </>
      )}
      {insertions + deletions > 0 && (
        <p className="break-words text-subtle">{t("remarks.returned.tracked", { insertions, deletions })}</p>
      )}
    </div>
  );
}

export function ReturnedDone({ done: { placed, answered, restored, unplaced } }: { done: ReturnedImported }) {
  const { t } = useTranslation("transfer");
  const kept = unplaced.filter(({ id }) => id !== null).length;
  const left = unplaced.filter(({ id }) => id === null);
  return (
    <>
      <DoneNote>
        <p>{t("remarks.returned.came", { n: figure(placed.length) })}</p>
        {answered.length > 0 && <p>{t("remarks.returned.cameAnswers", { n: figure(answered.length) })}</p>}
        {restored.length > 0 && <p>{t("remarks.returned.cameBack", { n: figure(restored.length) })}</p>}
        {kept > 0 && <p>{t("remarks.returned.kept", { n: figure(kept) })}</p>}
      </DoneNote>
      {left.length > 0 && (
        <div className="flex min-w-0 flex-col gap-1 text-sm">
          <div className="flex items-center justify-between gap-2">
            <p>{t("remarks.returned.unplaced", { n: figure(left.length) })}</p>
            <CopyUnplaced unplaced={left} />
          </div>
          <Unplaced unplaced={left} />
        </div>
      )}
    </>
  );
}

function Unplaced({ unplaced }: { unplaced: readonly ReturnedUnplaced[] }) {
  const { t } = useTranslation("transfer");
  return (
    <List>
      {unplaced.map(({ by, text, replies, quote, heading, reason }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a comment of the file has no other name
        <Entry key={at} by={by} text={text}>
          <Passage text={quote} place={heading === "" ? "" : t("remarks.returned.inChapter", { heading })} />
          {replies.map((reply, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reply has no other name
            <Note key={place}>{reply}</Note>
          ))}
          <Note>{t(`remarks.returned.reasons.${reason}`)}</Note>
        </Entry>
      ))}
    </List>
  );
}

/** Copies the remarks without a place, with their passages. */
function CopyUnplaced({ unplaced }: { unplaced: readonly ReturnedUnplaced[] }) {
  const { t } = useTranslation("transfer");
  const [state, setState] = useState<"copy" | "copied" | "notCopied">("copy");
  const text = unplaced
    .map(({ by, text: words, replies, quote, heading }) =>
      [heading, quote, named(by, words), ...replies].filter((line) => line !== "").join("\n"),
    )
    .join("\n\n");
  const copy = async () => setState((await copyText(text)) ? "copied" : "notCopied");
  return (
    <Button size="sm" icon={Copy} onClick={() => void copy()}>
      {t(`remarks.returned.${state}`)}
    </Button>
  );
}

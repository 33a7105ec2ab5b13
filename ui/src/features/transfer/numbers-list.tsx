// What becomes of remarks by number: before the import, and after it.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { DoneNote } from "@/components/done-note";
import { figure } from "@/components/figures";
import type { RemarksImported, UnplacedRemark } from "@/ipc/types";
import { Entry, List, Note, Passage } from "./remark-entries";

export function NumbersPreview({ found, hasCopy }: { found: RemarksImported; hasCopy: boolean }) {
  const { t } = useTranslation("transfer");
  const { comments, known, unplaced } = found;
  const here = useRef<HTMLDivElement>(null);
  // It is below the fields, and they may fill the dialog.
  useEffect(() => {
    here.current?.scrollIntoView?.({ block: "start" });
  }, []);
  return (
    <div ref={here} className="flex min-w-0 flex-col gap-1 text-sm">
      {comments.length + unplaced.length === 0 && <p role="status">{t("remarks.nothing")}</p>}
      {comments.length > 0 && !hasCopy && (
        <p role="status" className="pb-1 break-words text-warning">
          {t("remarks.asNow")}
        </p>
      )}
      {comments.length > 0 && (
        <Disclosure begins="open" title={t("remarks.placed", { n: figure(comments.length) })}>
          <List>
            {comments.map(({ number, text, quote, place }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a remark has no other name
              <Entry key={at} text={`#${number} ${text}`}>
                <Passage text={quote} place={place.chapter_title} />
              </Entry>
            ))}
          </List>
        </Disclosure>
      )}
      {unplaced.length > 0 && (
        <Disclosure begins="open" title={t("remarks.unplaced", { n: figure(unplaced.length) })}>
          <Unplaced unplaced={unplaced} />
        </Disclosure>
      )}
      {known > 0 && <p className="text-subtle">{t("remarks.returned.known", { n: figure(known) })}</p>}
    </div>
  );
}

export function NumbersDone({ done: { comments, known, unplaced } }: { done: RemarksImported }) {
  const { t } = useTranslation("transfer");
  return (
    <>
      <DoneNote>
        <p>{t("remarks.came", { n: figure(comments.length) })}</p>
        {known > 0 && <p className="text-subtle">{t("remarks.returned.known", { n: figure(known) })}</p>}
      </DoneNote>
      {unplaced.length > 0 && (
        <div className="flex min-w-0 flex-col gap-1 text-sm">
          <p>{t("remarks.unplaced", { n: figure(unplaced.length) })}</p>
          <Unplaced unplaced={unplaced} />
        </div>
      )}
    </>
  );
}

function Unplaced({ unplaced }: { unplaced: readonly UnplacedRemark[] }) {
  const { t } = useTranslation("transfer");
  return (
    <List>
      {unplaced.map(({ number, text, reason }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a remark has no other name
        <Entry key={at} text={number === null ? text : `#${number} ${text}`}>
          <Note>{t(`remarks.reasons.${reason}`)}</Note>
        </Entry>
      ))}
    </List>
  );
}

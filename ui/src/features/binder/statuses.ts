// The status of parts, set for each named part: a chapter's status says nothing about its scenes.
import i18next from "i18next";
import { inTurn, outline } from "@/desk/navigation";
import { call } from "@/ipc/host";
import type { OutlineView, PartId, Status } from "@/ipc/types";
import { attempt } from "./notices";
import { inOrder, takeBack, tellOutcome } from "./outcome";
import { locationOf } from "./places";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

interface Change {
  part: PartId;
  before: Status;
}

/** Sets the status of parts; volumes have none. For several parts a notice offers to undo it. */
export function setStatus(parts: readonly PartId[], status: Status): Promise<boolean> {
  return inTurn(() =>
    attempt(async () => {
      const book = await outline();
      const changes = parts.flatMap((part): Change[] => {
        const before = statusOf(book, part);
        return before === null || before === status ? [] : [{ part, before }];
      });
      const outcome = await inOrder(changes, ({ part }) => call("manuscript.describe", { part, status }));
      if (parts.length < 2 && outcome.failure === null) return;
      tellOutcome(book, outcome, {
        text: (done) => t("notice.statusMany", { n: done.length, status: t(`status.${status}`) }),
        undo: (done) => void setBack(done),
      });
    }),
  );
}

function setBack(changes: readonly Change[]): Promise<boolean> {
  return inTurn(() =>
    attempt(() =>
      takeBack(
        changes,
        ({ part, before }) => call("manuscript.describe", { part, status: before }),
        (rest) => void setBack(rest),
      ),
    ),
  );
}

function statusOf(book: OutlineView, part: PartId): Status | null {
  const here = locationOf(book, part);
  if (here?.kind === "chapter") return here.chapter.status;
  return here?.kind === "scene" ? (here.chapter.scenes[here.place.at]?.status ?? null) : null;
}

// What differs between a candidate that a step made and the one that it was made of.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { call, toFailure } from "@/ipc/host";
import type { Failure, Hunk } from "@/ipc/types";
import { type Candidate, lettersOf, type Run } from "./run";

/** Characters shown around a change. */
const AROUND = 12;

interface Change {
  before: string;
  old: string;
  next: string;
  after: string;
}

/** The changes from one text to another, each with a few characters around it. */
export function changesOf(old: string, next: string, edits: readonly Hunk[]): Change[] {
  const [was, is] = [[...old], [...next]];
  return edits.map((edit) => ({
    before: is.slice(Math.max(0, edit.new.start - AROUND), edit.new.start).join(""),
    old: was.slice(edit.old.start, edit.old.end).join(""),
    next: is.slice(edit.new.start, edit.new.end).join(""),
    after: is.slice(edit.new.end, edit.new.end + AROUND).join(""),
  }));
}

interface DerivedChangesProps {
  run: Run;
  candidate: Candidate;
}

/** A switch that shows what differs from the candidate it was made of; nothing for one that a model wrote. */
export function DerivedChanges({ run: { candidates, phase }, candidate }: DerivedChangesProps) {
  const { t } = useTranslation("drafting");
  const [isOpen, setOpen] = useState(false);
  const parent = candidates.findIndex(({ generation }) => generation === candidate.derived?.of);
  const of = candidates[parent];
  if (of === undefined || phase !== "ready") return null;
  const letter = lettersOf(candidates).find(({ at }) => at === parent)?.letter ?? "";
  return (
    <div className="flex flex-col items-start gap-1">
      <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t("made.compare", { letter })}
      </Button>
      {isOpen && <Changes old={of.text} next={candidate.text} label={t("made.differences", { letter })} />}
    </div>
  );
}

function Changes({ old, next, label }: { old: string; next: string; label: string }) {
  const { t } = useTranslation("drafting");
  const [changes, setChanges] = useState<Change[] | Failure | null>(null);
  useEffect(() => {
    let isOver = false;
    call("prose.edits", { old, new: next })
      .then(({ edits }) => !isOver && setChanges(changesOf(old, next, edits)))
      .catch((thrown: unknown) => !isOver && setChanges(toFailure(thrown)));
    return () => {
      isOver = true;
    };
  }, [old, next]);
  if (changes === null) return <p className="text-faint">{t("bar.comparing")}</p>;
  if (!Array.isArray(changes)) return <FailureState failure={changes} />;
  return (
    <ul aria-label={label} className="flex max-h-32 w-full flex-col gap-0.5 overflow-y-auto select-text">
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes stay in their order
        <li key={at} className="break-words whitespace-pre-wrap">
          <span className="text-faint">…{change.before}</span>
          {change.old !== "" && <del className="bg-removed text-removed-text">{change.old}</del>}
          {change.next !== "" && <ins className="bg-added text-added-text no-underline">{change.next}</ins>}
          <span className="text-faint">{change.after}…</span>
        </li>
      ))}
    </ul>
  );
}

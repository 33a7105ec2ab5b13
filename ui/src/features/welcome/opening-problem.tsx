// A project that could not be opened: what happened, and the available acts.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { dateWithTime } from "@/components/days";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { openDialog, useDesk } from "@/desk/desk";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Code } from "@/ipc/types";
import {
  chooseProject,
  dismissProblem,
  findProject,
  openNewestBackup,
  openProject,
  type Problem,
  useOpening,
} from "./opening";
import { backupOf, holderOf, isHeldHere, isUnreadable, targetOf } from "./problem-details";

type Act = "read" | "take-over" | "find" | "remove" | "import" | "choose";

const ACTS: Partial<Record<Code, readonly Act[]>> = {
  project_held: ["read", "take-over"],
  newer_schema: ["read"],
  damaged: ["read"],
  foreign_schema: ["read"],
  file_not_found: ["find", "remove"],
  not_a_project: ["import"],
};

/** Opening read-only was tried, and nothing could be read. */
const UNREADABLE: readonly Act[] = ["choose"];

/** Only the process that is writing can release it. */
const HELD_HERE: readonly Act[] = ["read"];

function actsOf(problem: Problem): readonly Act[] {
  const { failure } = problem;
  if (problem.target === null || isUnreadable(failure)) return UNREADABLE;
  return isHeldHere(problem) ? HELD_HERE : (ACTS[failure.code] ?? []);
}

/** The current problem: of the last attempt, or of the program start. */
export function useProblem(): { problem: Problem; atStart: boolean } | null {
  const { problem, startAnswered } = useOpening();
  const opening = useDesk((desk) => desk.application?.opening ?? null);
  if (problem !== null) return { problem, atStart: false };
  if (opening === null || startAnswered) return null;
  return { problem: { failure: opening, target: targetOf(opening) }, atStart: true };
}

/** What happened and what can be done about it. */
export function OpeningProblem({ problem, atStart }: { problem: Problem; atStart: boolean }) {
  const { t, i18n } = useTranslation("welcome");
  const [asking, setAsking] = useState(false);
  const busy = useOpening((opening) => opening.busy !== null);
  const { failure, target } = problem;
  const holder = holderOf(failure);
  const backup = backupOf(failure);
  const acts = actsOf(problem);
  const here = isHeldHere(problem);
  const isListed = useIsListed(target);
  return (
    <section className="flex flex-col gap-2">
      <h2 className="min-w-0 text-sm font-medium break-words">
        {target === null && atStart
          ? t("problem.titleAtStart")
          : t("problem.title", { name: nameOf(target, t) })}
      </h2>
      <FailureState
        failure={failure}
        title={
          isUnreadable(failure) ? t("problem.unreadableTitle") : here ? t("problem.hereTitle") : undefined
        }
        safe={SAYS_WRITING.has(failure.code) ? t("problem.safe") : undefined}
        todo={here ? t("problem.here") : undefined}
        onRetry={target === null || acts.length > 0 ? undefined : () => void openProject(target)}
        actions={
          <>
            {target !== null && acts.includes("read") && (
              <Button size="sm" busy={busy} onClick={() => void openProject(target, "read")}>
                {t("problem.openToRead")}
              </Button>
            )}
            {target !== null && backup !== null && (
              <Button size="sm" busy={busy} onClick={() => void openNewestBackup(target, backup)}>
                {t("problem.openBackup", { when: dateWithTime(backup, i18n.language, "medium") })}
              </Button>
            )}
            {target !== null && acts.includes("take-over") && (
              <Button size="sm" onClick={() => setAsking(true)}>
                {t("problem.takeOver")}
              </Button>
            )}
            {target !== null && acts.includes("find") && (
              <Button size="sm" onClick={() => void findProject(target).catch(() => undefined)}>
                {t("problem.find")}
              </Button>
            )}
            {target !== null && acts.includes("remove") && isListed && (
              <Button
                size="sm"
                onClick={() =>
                  void call("recent.forget", { path: target.path }).then(dismissProblem, dismissProblem)
                }
              >
                {t("problem.remove")}
              </Button>
            )}
            {acts.includes("choose") && (
              <Button size="sm" onClick={() => void chooseProject().catch(() => undefined)}>
                {t("problem.choose")}
              </Button>
            )}
            {acts.includes("import") && (
              <Button
                size="sm"
                onClick={() => {
                  dismissProblem();
                  openDialog({ name: "import" });
                }}
              >
                {t("problem.importText")}
              </Button>
            )}
            <Button size="sm" variant="ghost" onClick={dismissProblem}>
              {t("problem.close")}
            </Button>
          </>
        }
      />
      {holder !== null && !here && (
        <p className="px-1 text-xs text-faint">
          {t("problem.heldBy", {
            host: holder.host,
            since: dateWithTime(holder.since, i18n.language, "medium"),
          })}
        </p>
      )}
      {(failure.code === "damaged" || failure.code === "foreign_schema") && (
        <p className="px-1 text-xs text-faint">
          {isUnreadable(failure) ? t("problem.unreadable") : t("problem.damaged")}
          {backup === null ? t("problem.noBackup") : t("problem.backup")}
        </p>
      )}
      {target !== null && (
        <ConfirmDialog
          open={asking}
          danger
          title={t("problem.takeOverTitle", { name: target.name })}
          text={t("problem.takeOverText")}
          confirmLabel={t("problem.takeOverConfirm")}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void openProject(target, "take_over");
          }}
        />
      )}
    </section>
  );
}

/** Failures whose usual message is about text being written, which does not apply here. */
const SAYS_WRITING: ReadonlySet<Code> = new Set(["not_writable", "io", "disk_full", "internal"]);

function useIsListed(target: Problem["target"]): boolean {
  const { data } = useAnswer("recent.list", {});
  return data?.projects.some(({ path }) => path === target?.path) ?? false;
}

function nameOf(target: Problem["target"], t: (key: string) => string): string {
  return target?.name ?? t("problem.sampleName");
}

/** The same over an open project's window; mounted once, visible only with a problem. */
export function OpeningProblemDialog() {
  const { t } = useTranslation("welcome");
  const problem = useOpening((opening) => opening.problem);
  const open = useDesk((desk) => desk.project !== null) && problem !== null;
  return (
    <Dialog open={open} onClose={dismissProblem} title={t("openTitle")}>
      {problem !== null && <OpeningProblem problem={problem} atStart={false} />}
    </Dialog>
  );
}

// Acts on workflows and their runs. Typed text is saved first, since workflows read the saved text.
import i18next from "i18next";
import { copyText } from "@/components/copy-text";
import { attempt } from "@/desk/attempt";
import { desk, openDialog, showItem, showTab, useDesk } from "@/desk/desk";
import { goToChapter, locate, outline } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { tokensOfRun } from "@/desk/sending";
import { type Answer, call, type Sent } from "@/ipc/host";
import { currentAnswer, forget } from "@/ipc/queries";
import type { BatchId, ChapterId, RunId } from "@/ipc/types";

/** The shipped workflow that completes a chapter. */
export const COMPLETION = "chapter_completion";

/** The shipped workflow of mendings, which are begun and resumed among the findings. */
export const MENDING = "mend";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`workflows:${key}`, values);

/** The chapter of the open scene. */
export async function openChapter(): Promise<ChapterId | null> {
  const { scene } = desk();
  return scene === null ? null : (locate(await outline(), scene)?.chapter.id ?? null);
}

export function showRun(run: RunId): void {
  showItem("run", run);
}

/** Shows the list of runs. */
export function showRuns(): void {
  showItem("run", null);
}

/** A run that was interrupted, with the cost of resuming it. */
export type InterruptedRun = Answer<"workflow.interrupted">["runs"][number];

type Given = Omit<Sent<"workflow.start">, "workflow">;

/** Starts a workflow and shows its run, or the one that is already running. Rejects with a `Failure`. */
export async function begin(workflow: string, of: Given): Promise<void> {
  await flushAll();
  const { run, already } = await call("workflow.start", { workflow, ...of });
  showRun(run);
  if (already) notify({ text: say("already") });
}

/**
 * Starts a workflow immediately if it uses no model, otherwise after a preview of its cost. Rejects with a `Failure`.
 */
export async function beginOrAsk(workflow: string, of: { chapter?: ChapterId } = {}): Promise<void> {
  const { asking } = await currentAnswer("workflow.list", {});
  if (!asking.includes(workflow)) return begin(workflow, { ...of, agreed: 0 });
  await flushAll();
  openDialog({ name: "start-workflow", workflow, ...of });
}

/** Whether a chapter has no text. */
async function isUnwritten(chapter: ChapterId): Promise<boolean> {
  const all = (await outline()).volumes.flatMap(({ chapters }) => chapters);
  const found = all.find(({ id }) => id === chapter);
  if (found === undefined || found.counts.all > 0) return false;
  await flushAll();
  // The outline counts versions; a draft is not one yet.
  const read = await Promise.all(found.scenes.map(({ id }) => call("scene.text", { scene: id })));
  return read.every(({ text, draft }) => (draft?.text ?? text).trim() === "");
}

/** Completes a chapter. */
export function completeChapter(chapter: ChapterId): Promise<unknown> {
  return attempt(async () => {
    if (await isUnwritten(chapter)) notify({ text: say("unwritten"), detail: say("unwrittenText") });
    else await beginOrAsk(COMPLETION, { chapter });
  });
}

/** Stops a run, or one of its steps. */
export function stop(run: RunId, node?: string): Promise<unknown> {
  return attempt(() => call("workflow.cancel", { run, ...(node !== undefined && { node }) }));
}

/** Resumes interrupted runs at the cost that is shown, with their original workflow or the current one. */
export function resume(
  runs: readonly InterruptedRun[],
  by: "pinned" | "upgrade" = "pinned",
): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    const failures: unknown[] = [];
    for (const run of runs) {
      const agreed = tokensOfRun((by === "upgrade" ? run.upgrade : null) ?? run);
      const request = { run: run.summary.id, upgrade: by === "upgrade", agreed };
      await call("workflow.resume", request).catch((thrown) => failures.push(thrown));
    }
    // One that cannot resume, because another run of its chapter is running, does not hold up the others.
    if (failures.length > 0) throw failures[0];
    const [only] = runs;
    if (runs.length === 1 && only !== undefined) showRun(only.summary.id);
  });
}

/** Answers the question of a step, or of one of its items. */
export function decide(
  run: RunId,
  { node, item }: { node: string; item: number | null },
  accept: "accept" | "decline",
): Promise<unknown> {
  const of = { run, node, ...(item !== null && { item }) };
  return attempt(() => call("workflow.answer", { ...of, accept: accept === "accept" }));
}

/** Shows the proposals of a step. */
export function review(batch: BatchId | null): void {
  useDesk.setState({ centre: batch === null ? { kind: "review" } : { kind: "review", batch } });
}

/** Shows the findings of a chapter, or with null of the book. */
export function showFindings(chapter: ChapterId | null): Promise<unknown> {
  return attempt(async () => {
    if (chapter !== null && (await openChapter()) !== chapter) await goToChapter(chapter);
    useDesk.setState(({ shown }) => ({
      shown: { ...shown, finding: null, findingsOf: chapter === null ? "book" : "chapter" },
    }));
    showTab("findings");
  });
}

/** Turns a suggestion into the next chapter's plan and opens it. */
export function accept(chapter: ChapterId, suggestion: number): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    const { chapter: next } = await call("completion.accept_suggestion", { chapter, id: suggestion });
    // The chapter may be new.
    forget(["manuscript"]);
    await goToChapter(next);
    showTab("part");
    notify({ text: say("accepted"), tone: "success" });
  });
}

/** Copies the log of a run and reports it. */
export async function copyLog(text: string): Promise<void> {
  const done = await copyText(text);
  notify(done ? { text: say("log.copied") } : { tone: "danger", text: say("log.notCopied") });
}

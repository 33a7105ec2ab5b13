// What is done with workflows and their runs. What is typed is kept first: it is what they read.
import i18next from "i18next";
import { copyText } from "@/components/copy-text";
import { attempt } from "@/desk/attempt";
import { desk, openDialog, showItem, showTab, useDesk } from "@/desk/desk";
import { goToChapter, locate, outline } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { call, type Request } from "@/ipc/host";
import { currentAnswer, forget } from "@/ipc/queries";
import type { BatchId, ChapterId, RunId } from "@/ipc/types";

/** The shipped workflow that completes a chapter. */
export const COMPLETION = "chapter_completion";

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

type Given = Omit<Request<"workflow.start">, "workflow">;

/** Starts a workflow and shows its run; where the same one is at work already, that one. Rejects with a `Failure`. */
export async function begin(workflow: string, of: Given): Promise<void> {
  await flushAll();
  const { run, already } = await call("workflow.start", { workflow, ...of });
  showRun(run);
  if (already) notify({ text: say("already") });
}

/** Starts a workflow at once when no model is asked, else after the author has seen what that takes. Rejects with a `Failure`. */
export async function beginOrAsk(workflow: string, of: { chapter?: ChapterId } = {}): Promise<void> {
  const { asking } = await currentAnswer("workflow.list", {});
  if (!asking.includes(workflow)) return begin(workflow, of);
  await flushAll();
  openDialog({ name: "start-workflow", workflow, ...of });
}

/** Whether nothing is written in a chapter. */
async function isUnwritten(chapter: ChapterId): Promise<boolean> {
  const all = (await outline()).volumes.flatMap(({ chapters }) => chapters);
  const found = all.find(({ id }) => id === chapter);
  if (found === undefined || found.counts.all > 0) return false;
  await flushAll();
  // The outline counts versions; a draft is none yet.
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

/** Stops a run, or one step of it. */
export function stop(run: RunId, node?: string): Promise<unknown> {
  return attempt(() => call("workflow.cancel", { run, ...(node !== undefined && { node }) }));
}

/** Goes on with runs that were interrupted: as they were begun, or by the workflow as it is now. */
export function resume(runs: readonly RunId[], by: "pinned" | "upgrade" = "pinned"): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    const failures: unknown[] = [];
    for (const run of runs)
      await call("workflow.resume", { run, upgrade: by === "upgrade" }).catch((thrown) =>
        failures.push(thrown),
      );
    // One that cannot go on, since another of its chapter does, keeps none of the others.
    if (failures.length > 0) throw failures[0];
    const [only] = runs;
    if (runs.length === 1 && only !== undefined) showRun(only);
  });
}

/** Answers the question of a step, or of one item of it. */
export function decide(
  run: RunId,
  { node, item }: { node: string; item: number | null },
  accept: "accept" | "decline",
): Promise<unknown> {
  const of = { run, node, ...(item !== null && { item }) };
  return attempt(() => call("workflow.answer", { ...of, accept: accept === "accept" }));
}

/** Shows the proposals that a step made. */
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

/** Makes the next chapter's plan of a suggestion and opens it. */
export function accept(chapter: ChapterId, suggestion: number): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    const { chapter: next } = await call("completion.accept_suggestion", { chapter, id: suggestion });
    // It may be a chapter that nobody has heard of yet.
    forget(["manuscript"]);
    await goToChapter(next);
    showTab("part");
    notify({ text: say("accepted"), tone: "success" });
  });
}

/** Puts the log of a run on the clipboard and says so. */
export async function copyLog(text: string): Promise<void> {
  const done = await copyText(text);
  notify(done ? { text: say("log.copied") } : { tone: "danger", text: say("log.notCopied") });
}

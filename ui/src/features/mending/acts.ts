// Acts on mendings. Typed text is stored first, since a mending works on the stored text and writes into it.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { closeDialog, desk, showItem, showTab, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { flushAll, goOnAll, openScene } from "@/desk/open-scenes";
import { askNow } from "@/desk/paced-answer";
import { noteJump } from "@/desk/places-been";
import { goToQuote, placeOfQuote, type Quoted } from "@/desk/quotes";
import { call, run, type Sent, toFailure } from "@/ipc/host";
import { currentAnswer } from "@/ipc/queries";
import type {
  IssueDecision,
  MendedSceneView,
  MendIssueView,
  MendPieceView,
  MendSessionId,
  SceneId,
} from "@/ipc/types";
import { useMendings } from "./state";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`mending:${key}`, values);

/** How long the notice with the way back stays, in ms. */
const UNDO_NOTICE_TIME = 30_000;

/** Shows a mending, or the changes of one of its scenes. */
export function showMending(session: MendSessionId, scene: SceneId | null = null): void {
  showItem("mending", session);
  useMendings.setState({ scene });
}

/** Shows the list of findings with the open mendings. */
export function showFindings(): void {
  useMendings.setState({ scene: null, card: "hidden" });
  useDesk.setState(({ shown }) => ({ shown: { ...shown, mending: null } }));
}

/** Shows a scene of a mending that waits for the author, the open one if it does; asked for, it takes the focus. */
export function look(session: MendSessionId, how: "asked" | "unasked" = "asked"): Promise<unknown> {
  return attempt(async () => {
    const { scenes } = await currentAnswer("mend.show", { session });
    const waiting = scenes.filter(isWaiting).map(({ scene }) => scene);
    const { scene: open } = desk();
    showMending(session, waiting.find((scene) => scene === open) ?? waiting[0] ?? null);
    useMendings.setState({ takesFocus: how === "asked", card: how === "asked" ? "focused" : "hidden" });
  });
}

/** Whether changes of a scene wait for the author. */
export function isWaiting({
  fate,
  best_round,
  missing,
}: Pick<MendedSceneView, "fate" | "best_round" | "missing">): boolean {
  return fate === "open" && (best_round ?? 0) > 0 && missing === null;
}

/** Shows changes that wait, of any mending. */
export async function lookAtAny(): Promise<void> {
  await attempt(async () => {
    const { sessions } = await currentAnswer("mend.list", { open: true });
    const waiting = sessions.find((one) => one.waiting > 0);
    if (waiting === undefined) notify({ id: "mending", text: say("why.nothing") });
    else await look(waiting.id);
  });
}

/** Begins a mending. Rejects with a `Failure`. Returns false if there was nothing to mend. */
export async function begin(request: Sent<"mend.begin">): Promise<boolean> {
  await flushAll();
  const { session, already, run: of } = await run("mend.begin", request).answer;
  // Drafts became versions.
  await goOnAll();
  await askNow("check.list");
  if (session === null) return false;
  closeDialog();
  showFindings();
  showTab("findings");
  useMendings.setState({ awaited: session });
  if (already) {
    // One that waits for the author is shown; it may be given up for a new one.
    const anew = { label: say("notice.again"), onSelect: () => void beginAnew(request) };
    notify({ id: "mending", text: say("notice.already"), ...(of === null && { action: anew }) });
  }
  return true;
}

/** Gives up the mending of the same target that waits, and begins another. */
function beginAnew(request: Sent<"mend.begin">): Promise<unknown> {
  return attempt(async () => {
    const isBegun = await begin({ ...request, anew: true });
    if (!isBegun) notify({ id: "mending", text: say("price.none") });
  });
}

/** Stops the run of a mending. */
export function stop(of: number): Promise<unknown> {
  return attempt(() => call("workflow.cancel", { run: of }));
}

/** Goes on with a mending that stopped, or with issues that were reopened. */
export function resume(session: MendSessionId): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    await call("mend.resume", { session });
  });
}

/** Writes a mending into a folder: its rounds, the calls of models and the record. */
export function exportMending(session: MendSessionId): Promise<unknown> {
  return attempt(async () => {
    const { path } = await call("window.choose", { kind: "export_folder", title: say("export.choose") });
    if (path === null) return;
    const { folder } = await call("mend.export", { session, out: path.path });
    notify({
      text: say("export.done", { folder }),
      action: {
        label: say("export.reveal"),
        onSelect: () => void attempt(() => call("window.reveal", { path: path.path })),
      },
    });
  });
}

/** Ends a mending without a decision about what waits. */
export function abandon(session: MendSessionId): Promise<unknown> {
  return attempt(async () => {
    await call("mend.abandon", { session });
    if (desk().shown.mending === session) showFindings();
  });
}

/** Whether the text changed since the changes were shown. */
function isStale({ code, details }: ReturnType<typeof toFailure>): boolean {
  return code === "bad_request" && typeof details === "object" && details !== null && "stale" in details;
}

/** How an acceptance ended. */
export type Accepted = "done" | "stale" | "failed";

/** Writes changes into the text; the editor continues from the result. The pieces that are left out are refused. */
export async function accept(request: Sent<"mend.accept">): Promise<Accepted> {
  try {
    await flushAll();
    const { scenes, conflicts } = await run("mend.accept", request).answer;
    await goOnAll();
    const changed = scenes.map(({ scene }) => scene);
    const pieces = scenes.reduce((sum, one) => sum + one.pieces, 0);
    const detail = conflicts > 0 ? say("notice.conflicts", { n: conflicts }) : undefined;
    if (pieces === 0) notify({ id: "mended", text: say("notice.refused"), detail });
    else {
      notify({
        id: "mended",
        tone: "success",
        text: say("notice.accepted", { n: pieces }),
        detail,
        duration: UNDO_NOTICE_TIME,
        action: { label: say("notice.undo"), onSelect: () => void takeBack(request.session, changed) },
      });
    }
    await askNow("check.list");
    return "done";
  } catch (thrown) {
    if (isStale(toFailure(thrown))) {
      notify({ id: "mended", text: say("notice.stale"), detail: say("notice.staleText") });
      return "stale";
    }
    await attempt(() => Promise.reject(thrown));
    return "failed";
  }
}

/** Takes accepted changes of a mending out of the text, in those of its scenes that have not changed since. */
export function takeBack(session: MendSessionId, scenes: SceneId[] | null = null): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    const { restored, left } = await run("mend.take_back", { session, scenes }).answer;
    await goOnAll();
    const isNone = restored.length === 0;
    notify({
      id: "mended",
      text: isNone ? say("notice.nothingUndone") : say("notice.undone", { n: restored.length }),
      detail: left.length > 0 ? say("notice.left", { n: left.length }) : undefined,
    });
    await askNow("check.list");
  });
}

/** Decides about an issue, at the revision that the author saw. */
export function decide(
  { id, revision }: Pick<MendIssueView, "id" | "revision">,
  decision: IssueDecision,
): Promise<unknown> {
  return revised(() => call("mend.decide", { issue: id, seen: revision, decision }));
}

/** Runs an act on an issue; if it changed meanwhile, that is said, and the newest state is shown. */
export async function revised(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    if (toFailure(thrown).code !== "bad_request") await attempt(() => Promise.reject(thrown));
    else notify({ id: "mending", text: say("notice.changed") });
    return false;
  }
}

/** The passage that a piece changes, in the text of now. */
function passageOf(scene: SceneId, { edits: [edit] }: MendPieceView): Quoted | null {
  if (edit === undefined) return null;
  const { before, old, after, range } = edit;
  // An insertion has no words of its own: those around it show its place.
  if (old !== "") return { scene, quote: old, range };
  const quote = before + after;
  return quote === ""
    ? null
    : { scene, quote, range: { start: range.start - [...before].length, end: range.end } };
}

/** Points out the passage of a piece, if its scene is open; the focus stays. */
export function pointOut(scene: SceneId, piece: MendPieceView): void {
  const passage = passageOf(scene, piece);
  const writing = desk().centre.kind === "writing" ? openScene(scene)?.writing : null;
  if (passage === null || writing == null) return;
  const place = placeOfQuote(writing.text(), passage.quote, passage.range.start);
  if (place !== null) writing.reveal(place, "point out");
}

/** Goes to the passage of a piece. */
export async function goToPiece(scene: SceneId, piece: MendPieceView): Promise<void> {
  const passage = passageOf(scene, piece);
  if (passage === null) return;
  noteJump();
  await goToQuote(passage);
}

/** Goes to the passage of an issue. */
export async function goToIssue({ scene, quote, range }: MendIssueView): Promise<void> {
  noteJump();
  await goToQuote({ scene, quote, range });
}

// Decisions on a model's text: accept it whole or in part, in one undoable step, or dismiss it. The text stays in the
// project whatever is decided.
import { isDialogOpen } from "@/components/dialog";
import { attempt } from "@/desk/attempt";
import { desk } from "@/desk/desk";
import { lengthOfDraft } from "@/desk/draft-length";
import { notify } from "@/desk/notices";
import { openScene } from "@/desk/open-scenes";
import { offerProposedTexts } from "@/desk/proposed-texts";
import type { Writing } from "@/editor/create";
import { toChars } from "@/editor/positions";
import type { Decision } from "@/editor/proposal";
import { call, toFailure } from "@/ipc/host";
import type { Fate, Generate, GenerationId, GenerationView, RunningTurn, SceneId } from "@/ipc/types";
import {
  adoptDecisions,
  endLive,
  isLost,
  keepLive,
  type Live,
  liveIn,
  onDecided,
  openProposal,
  reattach,
  requestChanges,
  update,
} from "./live";
import { foundIn, placeIn, type Spot, spotOf } from "./place";
import { asking, type Candidate, candidateOf, hasText, isDecided, type Run, tally } from "./run";
import { say } from "./say";
import { addNotes, attach, begin, chooseByHand, saveAllTyped } from "./session";
import { setDecided } from "./store";
import { followTaken, isIn, type Taken } from "./taken";

/** Records the fate of generations. */
async function note(generations: readonly GenerationId[], fate: Fate): Promise<void> {
  setDecided(generations, fate === "open" ? "open" : "decided");
  for (const generation of generations) await call("generation.decide", { generation, fate });
}

const idsOf = (live: Live) => live.run.candidates.map(({ generation }) => generation);

/** A proposal whose changes are known. */
function comparedProposal(scene: SceneId | null): Live | undefined {
  const live = liveIn(scene);
  const ready = live?.run.phase === "ready" && live.proposal !== null && live.run.decisions !== null;
  return ready ? live : undefined;
}

export function isJudged(scene: SceneId | null): boolean {
  return comparedProposal(scene) !== undefined;
}

/** Requests the changes again after a failure. */
export function retryDiffer(scene: SceneId): void {
  const live = liveIn(scene);
  if (live !== undefined) void requestChanges(live);
}

/** Decides on every open change. A proposal that its scene's new editor lacks yet is shown there first. */
export async function decideAll(scene: SceneId, decision: Decision): Promise<void> {
  const shown = liveIn(scene);
  if (shown !== undefined && isLost(shown)) {
    reattach(shown);
    await requestChanges(shown);
  }
  const live = comparedProposal(scene);
  if (live?.proposal == null) return;
  if (decision === "rejected") {
    void discard(scene);
    return;
  }
  const { proposal } = live;
  for (const index of proposal.decisions().keys()) proposal.decide(index, decision);
  adoptDecisions(live);
}

/** The change that single-change acts target: the focused one, or the first open one. */
function targetChange(live: Live): number | null {
  const { focused, decisions } = live.run;
  if (focused !== null) return focused;
  const open = decisions?.indexOf("open") ?? -1;
  return open < 0 ? null : open;
}

/** Decides on one change, and moves to the next open one. */
export function decideOne(scene: SceneId, decision: Decision): void {
  const live = comparedProposal(scene);
  const index = live === undefined ? null : targetChange(live);
  if (live?.proposal == null || index === null) return;
  // No decision on a change out of view: the first press only moves there.
  if (live.run.focused === null && !live.proposal.isSeen(index)) {
    focus(live, index);
    return;
  }
  live.proposal.decide(index, decision);
  adoptDecisions(live);
  const { decisions } = live.run;
  if (live.over || decisions === null) return;
  const behind = decisions.indexOf("open", index + 1);
  const next = behind < 0 ? decisions.indexOf("open") : behind;
  if (next >= 0) focus(live, next);
}

function focus(live: Live, index: number): void {
  live.proposal?.focusHunk(index);
  update(live, { focused: index });
}

/** Goes to the next or previous change, wrapping around. */
export function step(scene: SceneId, by: 1 | -1): void {
  const live = comparedProposal(scene);
  const total = live?.run.decisions?.length ?? 0;
  if (live === undefined || total === 0) return;
  const { focused } = live.run;
  focus(live, focused === null ? (by > 0 ? 0 : total - 1) : (focused + by + total) % total);
}

/** Puts the accepted changes into the scene, and drops the others. */
export async function finish(scene: SceneId): Promise<void> {
  const live = comparedProposal(scene);
  if (live === undefined || live.run.decisions === null) return;
  const { proposal, writing, run } = live;
  const candidate = run.candidates[run.shown];
  if (proposal === null || writing === null || candidate === undefined || isLost(live)) return;
  if (tally(live.run.decisions).accepted === 0) return discard(scene);
  update(live, { phase: "applying" });
  const before = writing.view.state.doc;
  try {
    await proposal.apply(candidate.generation);
  } catch (thrown) {
    update(live, { phase: "ready", failure: toFailure(thrown) });
    return;
  }
  setDecided(idsOf(live), "decided");
  const others = idsOf(live).filter((id) => id !== candidate.generation);
  live.proposal = null;
  endLive(live);
  toText(scene, writing);
  const after = writing.view.state.doc;
  const acceptedText = { scene, generation: candidate.generation, writing, before, after };
  followTaken(acceptedText);
  notify({
    tone: "success",
    text: say("accepted"),
    action: { label: say("undo"), onSelect: () => takeBack(acceptedText) },
  });
  await attempt(async () => {
    const accepted = { generation: candidate.generation, isIn: () => isIn(acceptedText) };
    const saved = await openScene(scene)?.save({ accepted });
    await note(others, "dismissed");
    if (saved?.branched === true) notify({ text: say("branched"), duration: 0 });
  });
}

/** Removes an accepted text again, as long as nothing was written since. */
function takeBack(one: Taken): void {
  const { scene, writing } = one;
  if (openScene(scene)?.writing === writing && isIn(one)) writing.undo();
  else notify({ text: say("writtenSince") });
}

/** The focused element is gone with the proposal: focus moves to the text, unless the author went to another scene. */
function toText(scene: SceneId, writing: Writing | null | undefined): void {
  if (!isDialogOpen() && desk().scene === scene) writing?.focus();
}

/** Dismisses the whole proposal; the notice restores it. */
export async function discard(scene: SceneId): Promise<void> {
  const live = liveIn(scene);
  if (live === undefined || live.run.phase === "applying") return;
  const ids = idsOf(live);
  const had = live.run.candidates.some(hasText);
  setDecided(ids, "decided");
  endLive(live);
  toText(scene, openScene(scene)?.writing);
  await dismiss(scene, ids, had);
}

/** Records generations as dismissed; the notice restores those with text. */
export async function dismiss(scene: SceneId, ids: readonly GenerationId[], had = true): Promise<void> {
  const done = await attempt(async () => {
    await note(ids, "dismissed");
    return true;
  });
  if (done !== true || !had) return;
  const back = () =>
    void attempt(async () => {
      await note(ids, "open");
      const { generations } = await call("generation.list", { scene, open_only: true });
      await reopen(generations.filter(({ id }) => ids.includes(id)));
    });
  notify({ text: say("dismissed"), action: { label: say("undo"), onSelect: back } });
}

/** Repeats the request at the proposal's current place. */
export async function repeat(scene: SceneId): Promise<void> {
  const live = liveIn(scene);
  if (live === undefined || live.run.phase !== "ready") return;
  const { proposal, writing } = live;
  const ids = idsOf(live);
  let { request } = live.run;
  if (proposal !== null && writing !== null) {
    const { from, to } = proposal.range();
    const [start = 0, end = 0] = toChars(writing.view.state.doc, [from, to]);
    request = { ...request, range: { start, end } };
  }
  setDecided(ids, "decided");
  endLive(live);
  await attempt(() => note(ids, "dismissed"));
  // The consent covered a single request; the author means this press as another one.
  await begin({ ...request, agreed: 0, press: String(Date.now()) });
}

/** A stored text as a candidate; for an interrupted one the length has not been counted yet. */
async function stored(view: GenerationView): Promise<Candidate> {
  const candidate = candidateOf(view, await lengthOfDraft(view.overflow));
  // The gate counted the text that a step made it of.
  if (view.gate != null && view.derived == null) return candidate;
  return { ...candidate, counted: await lengthOfDraft(view.text) };
}

const atCaret = (head: number): Spot => ({ from: head, to: head });

/** Where a text belongs after the author edited its place; null if the backend cannot tell either. */
async function locatedIn({ scene, base, range }: GenerationView, now: string): Promise<Spot | null> {
  const located = await call("scene.locate", { scene, version: base, range });
  return located.range === null ? null : spotOf(now, located.range);
}

/** The request of a generation, as far as it is stored. */
function requestOf({ scene, act, range, instruction, gate, turn }: GenerationView): Generate {
  const target = gate?.target ?? 0;
  return {
    scene,
    act,
    range,
    ...(instruction !== undefined && instruction !== "" && { instruction }),
    ...(target > 0 && { target }),
    ...(turn?.level === "asked" && { profile: turn.profile }),
  };
}

/** Opens a proposal for a stored generation at its place in the current text; null if there is no editor for it. */
async function openAgain(first: GenerationView, change: Partial<Run>): Promise<Live | null> {
  const { scene, range } = first;
  if (liveIn(scene) !== undefined) return null;
  await saveAllTyped(scene);
  const { text: base } = await call("scene.text", { scene, version: first.base });
  const writing = openScene(scene)?.writing;
  if (writing == null) return null;
  const spot =
    foundIn(base, range, writing.text()) ??
    (await locatedIn(first, writing.text())) ??
    atCaret(writing.selection().head);
  if (openScene(scene)?.writing !== writing || liveIn(scene) !== undefined) return null;
  const live = keepLive(scene, { ...asking(requestOf(first)), ...change }, { base, range });
  if (!openProposal(live, writing, spot)) {
    endLive(live);
    return null;
  }
  if (change.phase === "ready") writing.reveal(spot);
  return live;
}

/** Opens stored texts of one act as a proposal at their place in the current text. Rejects with a `Failure`. */
export async function reopen(views: readonly GenerationView[]): Promise<void> {
  // The first one started is A.
  const inOrder = [...views].sort((one, two) => one.id - two.id);
  const [first] = inOrder;
  if (first === undefined) return;
  const candidates = await Promise.all(inOrder.map(stored));
  const live = await openAgain(first, { phase: "ready", candidates });
  if (live === null) return;
  await requestChanges(live);
  await addNotes(live, inOrder);
}

/** Goes on with a turn that was running when the window was reloaded. Rejects with a `Failure`. */
export async function follow({ turn, request, text }: RunningTurn): Promise<void> {
  const { scene } = request;
  const writing = openScene(scene)?.writing;
  if (writing == null || liveIn(scene) !== undefined) return;
  const end = [...text].length;
  const range = request.range ?? { start: end, end };
  const live = keepLive(scene, asking(request), { base: text, range });
  const spot = placeIn(text, range, writing.text(), writing.selection().head);
  if (!openProposal(live, writing, spot)) return endLive(live);
  await attach(live, turn);
}

/** The act whose proposal holds a generation, which can be decided now. */
function waiting(scene: SceneId, generation: GenerationId): Live | undefined {
  const live = liveIn(scene);
  return live?.run.phase === "ready" && idsOf(live).includes(generation) ? live : undefined;
}

offerProposedTexts({
  accept: async (scene, generation) => {
    const live = waiting(scene, generation);
    if (live === undefined) return false;
    chooseByHand(scene, idsOf(live).indexOf(generation));
    await requestChanges(live);
    if (live.run.failure !== null) throw live.run.failure;
    if (comparedProposal(scene) !== live || isLost(live)) return false;
    await decideAll(scene, "accepted");
    return true;
  },
  dismiss: async (scene, generation) => {
    const live = waiting(scene, generation);
    if (live === undefined || live.run.candidates.filter(hasText).length > 1) return false;
    await discard(scene);
    return true;
  },
  forget: (scene, generation) => {
    const live = waiting(scene, generation);
    if (live !== undefined) endLive(live);
  },
});

onDecided((live) => {
  if (isDecided(live.run)) void finish(live.scene);
});

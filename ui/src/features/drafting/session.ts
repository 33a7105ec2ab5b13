// Runs an act of a model: saves everything typed, streams the text into a proposal, and keeps received text however it
// ends. It does not edit the document.
import { runCommand } from "@/commands/registry";
import { openDialog, useDesk } from "@/desk/desk";
import { lengthOfDraft } from "@/desk/draft-length";
import { flushAll, goOn, openScene, useOpenScenes } from "@/desk/open-scenes";
import { isProse } from "@/desk/prose-acts";
import { agreeOnce, setProfileOnce } from "@/desk/sending";
import { canonical } from "@/editor/canonical";
import { charLength, toUtf16 } from "@/editor/positions";
import { call, isFailure, run as runJob, toFailure } from "@/ipc/host";
import type { Generate, Generated, GenerationEvent, GenerationView, RunningTurn, SceneId } from "@/ipc/types";
import {
  appendText,
  endAll,
  endLive,
  keepLive,
  type Live,
  liveIn,
  openProposal,
  proposedText,
  recordPlace,
  requestChanges,
  update,
} from "./live";
import { tellRefused } from "./refused";
import { applyEvent, asking, ended, hasText, interrupted, offered, withNotes } from "./run";

/** Saves everything typed, including input during the save. Rejects with a `Failure`. */
export async function saveAllTyped(scene: SceneId): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await flushAll();
    if (useOpenScenes.getState().status.get(scene)?.kept !== "changed") return;
  }
}

/** Starts an act: prose streams into the text, values open a dialog, queries go to the memory. */
export async function begin(request: Generate): Promise<void> {
  if (isProse(request.act)) await write(request);
  else if (request.act === "memory") {
    agreeOnce(request.scene, request.agreed ?? 0);
    await runCommand("memory.ask");
  } else openDialog({ name: "model-values", request });
}

async function write(request: Generate): Promise<void> {
  const { scene } = request;
  const writing = openScene(scene)?.writing;
  if (writing == null || liveIn(scene) !== undefined) return;
  const { doc } = writing.view.state;
  const end = charLength(doc);
  const range = request.range ?? { start: end, end };
  const live = keepLive(scene, asking(request), { base: doc, range });
  const [from = 0, to = 0] = toUtf16(doc, [range.start, range.end]);
  if (!openProposal(live, writing, { from, to })) return endLive(live);
  if (request.act === "draft") writing.reveal({ from, to });
  try {
    await saveAllTyped(scene);
    if (live.over) return;
    // Stopped before the request.
    if (live.run.stopping) return endLive(live);
    recordPlace(live);
    const sent = { ...request, range: live.range, agreed: request.agreed ?? 0 };
    update(live, { request: sent });
    setProfileOnce(scene, null);
    await hear(live, (onEvent) => runJob("generation.run", sent, undefined, onEvent));
  } catch (thrown) {
    handleFailure(live, thrown);
  }
}

/** Follows the events of an act to its end. Rejects with a `Failure`. */
async function hear(live: Live, start: (onEvent: (event: GenerationEvent) => void) => Live["job"]) {
  live.job = start((event) => heard(live, event));
  if (live.job !== null) await complete(live, await live.job.answer);
}

/** The turns that this window follows or followed since it was loaded. */
const followed = new Set<string>();

/** Whether a turn runs that this window does not follow yet, because it was reloaded. */
export function isUnheard({ turn }: RunningTurn): boolean {
  return !followed.has(turn);
}

/** Follows a running turn from its beginning. One that has ended meanwhile leaves its texts in the list. */
export async function attach(live: Live, turn: string): Promise<void> {
  followed.add(turn);
  try {
    await hear(live, (onEvent) => runJob("generation.attach", { turn }, undefined, onEvent));
  } catch (thrown) {
    handleFailure(live, thrown);
  }
}

function heard(live: Live, event: GenerationEvent): void {
  if (live.over) return;
  const first = live.run.candidates.length === 0;
  const run = applyEvent(live.run, event);
  if (event.type === "shown" && run.candidates[run.shown]?.generation === event.generation)
    appendText(live, event.text);
  update(live, run, event.type === "shown" && live.run.phase === "streaming" ? "soon" : "now");
  // The draft became a version before anything was sent: the editor continues from it.
  if (event.type === "began" && first) void goOn(live.scene);
}

/** Handles complete texts. */
async function complete(live: Live, answer: Generated): Promise<void> {
  if (live.over) return;
  const { shown } = live.run;
  update(live, ended(live.run, await withOwnLengths(answer)));
  if (live.over) return;
  if (!live.run.candidates.some(hasText)) {
    if (live.run.candidates.every(({ status }) => status === "stopped")) return forgetRun(live);
    live.proposal?.remove();
    live.proposal = null;
    return;
  }
  await showStored(live, shown !== live.run.shown);
  await addNotes(live, answer.generations);
  for (const { id, overflow } of answer.generations) {
    const length = await lengthOfDraft(overflow).catch(() => 0);
    const candidates = live.run.candidates.map((one) =>
      one.generation === id && length > 0 ? { ...one, overflow: length } : one,
    );
    if (length > 0) update(live, { candidates });
  }
}

/** A text that a step made has its own length: the gate counted the one it was made of. */
async function withOwnLengths({ generations }: Generated): Promise<Generated> {
  const counted = async (view: GenerationView): Promise<GenerationView> => {
    if (view.derived == null || view.gate == null) return view;
    const length = await lengthOfDraft(view.text).catch(() => view.gate?.counted ?? 0);
    return { ...view, gate: { ...view.gate, counted: length } };
  };
  return { generations: await Promise.all(generations.map(counted)) };
}

/** Adds what the steps noted about the texts. Without it, the texts are offered all the same. */
export async function addNotes(live: Live, generations: readonly GenerationView[]): Promise<void> {
  const withSteps = generations.find(({ turn }) => turn?.run != null);
  if (withSteps === undefined) return;
  const answer = await call("generation.report", { generation: withSteps.id }).catch(() => null);
  if (answer === null || live.over) return;
  update(live, withNotes(live.run, answer.steps));
  const [best] = offered(live.run.candidates);
  if (best !== undefined && live.run.candidates[best.at]?.rank === 0 && !live.chosen)
    choose(live.scene, best.at);
}

/** Shows the stored text of the visible candidate, with its changes. */
async function showStored(live: Live, other: boolean): Promise<void> {
  const { proposal, writing } = live;
  const text = writing === null ? "" : canonical(proposedText(live, writing));
  if (proposal !== null && (other || proposal.text() !== text)) showAgain(live);
  await requestChanges(live);
}

/** Reopens the proposal at its place. */
function showAgain(live: Live): void {
  const { proposal, writing } = live;
  if (proposal === null || writing === null) return;
  const spot = proposal.range();
  proposal.remove();
  live.proposal = null;
  openProposal(live, writing, spot);
}

/** Nothing was received and the author stopped it: there is nothing to report. */
function forgetRun(live: Live): void {
  const ids = live.run.candidates.map(({ generation }) => generation);
  endLive(live);
  for (const generation of ids)
    void call("generation.decide", { generation, fate: "dismissed" }).catch(() => undefined);
}

/** It was refused, or ended without an answer. */
function handleFailure(live: Live, thrown: unknown): void {
  if (live.over) return;
  const failure = isFailure(thrown) ? thrown : toFailure(thrown);
  const { request, candidates } = live.run;
  if (!candidates.some(hasText)) {
    endLive(live);
    tellRefused(failure, request, begin);
    return;
  }
  update(live, interrupted(live.run, failure));
  void requestChanges(live);
}

/** Stops the incoming text; received text stays. */
export function stop(scene: SceneId): void {
  const live = liveIn(scene);
  if (live === undefined || !isRunning(live)) return;
  update(live, { stopping: true });
  live.job?.stop();
}

function isRunning({ run }: Live): boolean {
  return run.phase === "asking" || run.phase === "streaming";
}

/** Shows another candidate in the text. */
export function choose(scene: SceneId, shown: number): void {
  const live = liveIn(scene);
  if (live === undefined || shown === live.run.shown || live.run.phase === "applying") return;
  if (!isRunning(live) && !hasText(live.run.candidates[shown])) return;
  live.turn += 1;
  update(live, { shown, decisions: null, focused: null });
  showAgain(live);
  if (live.run.phase === "ready") void requestChanges(live);
}

/** Shows the candidate that the author chose. */
export function chooseByHand(scene: SceneId, shown: number): void {
  const live = liveIn(scene);
  if (live !== undefined) live.chosen = true;
  choose(scene, shown);
  if (live !== undefined) followWithReport(live);
}

/** An open report of a candidate goes on with the one that is shown: what it accepts is what the author sees. */
function followWithReport({ run: { candidates, shown } }: Live): void {
  const { generation } = useDesk.getState().shown;
  const now = candidates[shown]?.generation;
  if (now === undefined || !candidates.some((one) => one.generation === generation)) return;
  useDesk.setState((state) => ({ shown: { ...state.shown, generation: now } }));
}

// Another project reuses the same scene ids.
useDesk.subscribe(({ project }, before) => {
  const was = before.project;
  if (was !== null && (project === null || project.folder !== was.folder || project.name !== was.name)) {
    endAll();
    followed.clear();
  }
});

// Running acts of models: the job, and the proposal in the text. The rendered state is in the store; incoming text goes
// to the editor at once and to the store at intervals.
import type { Text } from "@codemirror/state";
import { openScene } from "@/desk/open-scenes";
import type { Writing } from "@/editor/create";
import { toChars } from "@/editor/positions";
import type { Decision, Proposal } from "@/editor/proposal";
import { call, type Job, toFailure } from "@/ipc/host";
import type { CharRange, GenerationId, SceneId } from "@/ipc/types";
import { withoutEvenGaps } from "./gaps";
import { hunksOf } from "./hunks";
import { endsSentence, spaceBetween } from "./paragraph";
import { placeIn, type Spot } from "./place";
import { hasText, type Run } from "./run";
import { say } from "./say";
import { setRun, useDrafting } from "./store";

/** Interval of store updates while text arrives, ms. */
const STORE_INTERVAL = 80;
/** Debounce of typing before differences are requested again, ms. */
const DIFF_DEBOUNCE = 400;

/** A running act. */
export interface Live {
  readonly scene: SceneId;
  /** The current state; the store follows. */
  run: Run;
  job: Job<"generation.run" | "generation.attach"> | null;
  writing: Writing | null;
  proposal: Proposal | null;
  /** The text and range of the request, used to find its place in another editor. */
  base: { toString(): string };
  range: CharRange;
  /**
   * A line break before text that starts a paragraph: a drafted scene, or a continuation after a finished sentence at a
   * line end. Within a sentence the text continues it.
   */
  lead: "" | "\n";
  /** The text that the visible changes apply to. */
  old: string;
  /** The author's decisions on candidates shown before. */
  readonly kept: Map<GenerationId, { old: string; decisions: readonly Decision[] }>;
  /** The author chose a candidate or decided on a change: the ranking no longer chooses another one. */
  chosen: boolean;
  /** Finished: later events are ignored. */
  over: boolean;
  /** Incremented with each request for differences. */
  turn: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  quiet: ReturnType<typeof setTimeout> | undefined;
}

const lives = new Map<SceneId, Live>();

export function liveIn(scene: SceneId | null): Live | undefined {
  return scene === null ? undefined : lives.get(scene);
}

/** Registers an act; a scene has at most one. */
export function keepLive(scene: SceneId, run: Run, of: { base: Live["base"]; range: CharRange }): Live {
  const live: Live = {
    scene,
    run,
    ...of,
    job: null,
    writing: null,
    proposal: null,
    lead: "",
    old: "",
    kept: new Map(),
    chosen: false,
    over: false,
    turn: 0,
    timer: undefined,
    quiet: undefined,
  };
  lives.set(scene, live);
  setRun(scene, run);
  return live;
}

/** Ends an act and removes its proposal from the text. */
export function endLive(live: Live): void {
  live.over = true;
  clearTimeout(live.timer);
  clearTimeout(live.quiet);
  live.proposal?.remove();
  live.proposal = null;
  if (lives.get(live.scene) !== live) return;
  lives.delete(live.scene);
  setRun(live.scene, null);
}

/** Ends all acts: another project is opened. */
export function endAll(): void {
  for (const live of [...lives.values()]) {
    live.job?.stop();
    endLive(live);
  }
  useDrafting.setState({ decided: new Set() });
}

/** Updates an act; `soon` lets the store follow at intervals. */
export function update(live: Live, change: Partial<Run>, when: "now" | "soon" = "now"): void {
  if (live.over) return;
  live.run = { ...live.run, ...change };
  if (when === "soon") {
    live.timer ??= setTimeout(() => {
      live.timer = undefined;
      setRun(live.scene, live.run);
    }, STORE_INTERVAL);
    return;
  }
  clearTimeout(live.timer);
  live.timer = undefined;
  setRun(live.scene, live.run);
}

/** What text inserted at a place begins with: its own paragraph, or nothing. */
function leadAt(live: Live, doc: Text, { from, to }: Spot): "" | "\n" {
  if (from !== to || from === 0) return "";
  const line = doc.lineAt(from);
  if (from === line.from) return "";
  const begins =
    live.run.request.act === "draft" || (from === line.to && endsSentence(doc.sliceString(line.from, from)));
  return begins ? "\n" : "";
}

/** Words at a place, after what they begin with there. */
function led({ lead, proposal }: Live, { view }: Writing, words: string): string {
  if (lead !== "" || proposal === null) return lead + words;
  const { from, to } = proposal.range();
  return (from === to ? spaceBetween(view.state.sliceDoc(Math.max(0, from - 1), from), words) : "") + words;
}

/** What a candidate would put into the text. */
export function proposedText(live: Live, writing: Writing): string {
  const text = live.run.candidates[live.run.shown]?.text ?? "";
  const words = led(live, writing, withoutEvenGaps(text, writing.text()));
  const range = live.proposal?.range();
  if (range === undefined || range.from < range.to) return words;
  return words + spaceBetween(words, writing.view.state.sliceDoc(range.to, range.to + 1));
}

/** Opens a proposal in the text with what exists of the shown candidate. False if there already is one. */
export function openProposal(live: Live, writing: Writing, spot: Spot): boolean {
  const proposal = writing.propose(
    spot,
    {
      onDecide: () => adoptDecisions(live),
      onStale: () => stale(live),
      onFocusHunk: (index) => {
        if (index !== live.run.focused) update(live, { focused: index });
      },
      // It is reopened once there is text for it: see `reattach`.
      onEnd: () => {
        if (live.writing === writing) live.proposal = null;
      },
    },
    {
      phrases: {
        proposal: say("proposal.label"),
        accept: say("proposal.accept"),
        reject: say("proposal.reject"),
      },
    },
  );
  if (proposal === null) return false;
  live.writing = writing;
  live.proposal = proposal;
  live.lead = leadAt(live, writing.view.state.doc, spot);
  const { candidates, shown } = live.run;
  const candidate = candidates[shown];
  if (hasText(candidate))
    proposal.push(
      live.run.phase === "ready" ? proposedText(live, writing) : led(live, writing, candidate.text),
    );
  return true;
}

/** Shows received text of the visible candidate. */
export function appendText(live: Live, text: string): void {
  const { proposal, writing } = live;
  if (proposal === null || writing === null) return;
  proposal.push(proposal.text() === "" ? led(live, writing, text) : text);
}

/** Adopts decisions made in the text; `decided` is called afterwards. */
let decided: (live: Live) => void = () => undefined;

export function onDecided(handler: typeof decided): void {
  decided = handler;
}

export function adoptDecisions(live: Live): void {
  const { proposal, run } = live;
  if (proposal === null || run.phase !== "ready" || run.decisions === null) return;
  const decisions = [...proposal.decisions()];
  const candidate = run.candidates[run.shown];
  if (candidate !== undefined) live.kept.set(candidate.generation, { old: live.old, decisions });
  live.chosen = true;
  update(live, { decisions });
  decided(live);
}

/** Records where the proposal is in the current text, so that it can be found again after typing. */
export function recordPlace(live: Live): void {
  const { writing, proposal } = live;
  if (writing === null || proposal === null) return;
  const { doc } = writing.view.state;
  const { from, to } = proposal.range();
  const [start = 0, end = 0] = toChars(doc, [from, to]);
  live.base = doc;
  live.range = { start, end };
}

/** The author edited the proposal's range: its changes are requested again after a pause. */
function stale(live: Live): void {
  if (live.run.phase !== "ready") return;
  recordPlace(live);
  live.turn += 1;
  update(live, { decisions: null, focused: null });
  clearTimeout(live.quiet);
  live.quiet = setTimeout(() => void requestChanges(live), DIFF_DEBOUNCE);
}

/** Requests the changes from the old to the proposed text, and shows them. */
export async function requestChanges(live: Live): Promise<void> {
  live.turn += 1;
  const { turn } = live;
  update(live, { failure: null });
  for (;;) {
    const { proposal, run } = live;
    if (proposal === null || run.phase !== "ready") return;
    const [old, next] = [proposal.oldText(), proposal.text()];
    try {
      const { edits } = await call("prose.edits", { old, new: next });
      if (live.over || turn !== live.turn || proposal !== live.proposal) return;
      if (proposal.oldText() !== old) continue;
      live.old = old;
      proposal.showHunks(hunksOf(old, next, edits));
      const candidate = run.candidates[run.shown];
      const before = candidate === undefined ? undefined : live.kept.get(candidate.generation);
      if (before?.old === old && before.decisions.length === edits.length)
        before.decisions.forEach((decision, index) => void proposal.decide(index, decision));
      update(live, { decisions: [...proposal.decisions()] });
    } catch (thrown) {
      if (!live.over && turn === live.turn) update(live, { failure: toFailure(thrown) });
    }
    return;
  }
}

/** Whether the editor of the scene lacks the proposal: it is another editor, or has another text. */
export function isLost(live: Live): boolean {
  const writing = openScene(live.scene)?.writing;
  if (writing == null || live.over || live.run.phase === "applying") return false;
  if (live.run.phase === "ready" && !hasText(live.run.candidates[live.run.shown])) return false;
  return live.writing !== writing || live.proposal === null || writing.proposal() !== live.proposal;
}

/** Reopens the proposal in a newly mounted editor, or one whose text was replaced. */
export function reattach(live: Live): void {
  const writing = openScene(live.scene)?.writing;
  if (writing == null || !isLost(live)) return;
  live.proposal = null;
  const spot = placeIn(live.base.toString(), live.range, writing.text(), writing.selection().head);
  if (!openProposal(live, writing, spot) || live.run.phase !== "ready") return;
  update(live, { decisions: null, focused: null });
  void requestChanges(live);
}

// One act of a model in a scene as a value: its candidates, their progress, and the author's decisions. Computed only
// from backend events; no requests, no rendering.
import { checkedBy, checkerOf, notedFor, rankedBy, stateOfStep, unmendedBy } from "@/desk/report";
import type { Decision } from "@/editor/proposal";
import type {
  CutReason,
  Failure,
  Generate,
  Generated,
  GenerationEvent,
  GenerationId,
  GenerationStatus,
  GenerationView,
  ReportStep,
  Rule,
  Said,
  StepEnd,
  Phase as StepPhase,
  Trouble,
} from "@/ipc/types";

/** The phase of an act. */
export type Phase = "asking" | "streaming" | "ready" | "applying";

/** Notices while text arrives. */
export type Notice =
  | { kind: "waiting"; millis: number }
  | { kind: "trying"; attempt: number }
  | { kind: "thinking" }
  /** Provider ids. */
  | { kind: "fell_back"; from: string; to: string };

/** A step of the profile, as far as it has come. */
export interface RunStep {
  step: string;
  title: Said;
  phase: StepPhase;
  state: "running" | StepEnd;
  /** How long it took, once it has ended. */
  millis: number | null;
}

/** One of the texts written for an act. */
export interface Candidate {
  generation: GenerationId;
  text: string;
  /** 字: shown, target, and maximum. */
  counted: number;
  target: number;
  limit: number;
  /** Over the target, continuing to a good stopping point. */
  softened: boolean;
  /** The current round, from 1. */
  round: number;
  /** 字 still missing, from the second round on. */
  remaining: number;
  cut: CutReason | null;
  /** 字 moved to the shelf. */
  overflow: number;
  /** The provider id, if known. */
  provider: string;
  model: string;
  notice: Notice | null;
  status: GenerationStatus;
  /** The gate's own word for the ending. */
  outcome: string;
  /** The server silently cut the prompt. */
  promptCut: boolean;
  /** Why it ended, for display. */
  trouble: Trouble | null;
  /** The candidate that a step made it of, and that step. */
  derived: { of: GenerationId; step: string } | null;
  /** The number of findings of the check after the text; null without one. */
  found: number | null;
  /** The step that checked it. */
  foundBy: string | null;
  /** The step that was to mend it and changed nothing. */
  unmendedBy: string | null;
  /** The rules with findings, the most first. */
  rules: readonly Rule[];
  /** The place among the candidates that a step ranked, from 0; null if none did. */
  rank: number | null;
  /** The number of places that the step changed; null if it is unknown. */
  mended: number | null;
}

/** An act that is running or waiting for a decision. */
export interface Run {
  request: Generate;
  phase: Phase;
  /** Its steps in the order in which they began; none without a profile. */
  steps: readonly RunStep[];
  candidates: readonly Candidate[];
  /** The index of the candidate in the text. */
  shown: number;
  /** The author's decision on each of its changes; null while they are loading. */
  decisions: readonly Decision[] | null;
  /** The focused change. */
  focused: number | null;
  stopping: boolean;
  /** A retryable failure: comparing or accepting. */
  failure: Failure | null;
}

export function asking(request: Generate): Run {
  return {
    request,
    phase: "asking",
    steps: [],
    candidates: [],
    shown: 0,
    decisions: null,
    focused: null,
    stopping: false,
    failure: null,
  };
}

/** The warning threshold: a tenth over the target. */
export function softLimit(target: number): number {
  return target + Math.floor(target / 10);
}

const FRESH: Omit<Candidate, "generation" | "target" | "limit"> = {
  text: "",
  counted: 0,
  softened: false,
  round: 1,
  remaining: 0,
  cut: null,
  overflow: 0,
  provider: "",
  model: "",
  notice: null,
  status: "running",
  outcome: "",
  promptCut: false,
  trouble: null,
  derived: null,
  found: null,
  foundBy: null,
  unmendedBy: null,
  rules: [],
  rank: null,
  mended: null,
};

type StepEvent = Extract<GenerationEvent, { type: "step_began" | "step_ended" }>;
/** An event of one candidate. */
export type CandidateEvent = Exclude<GenerationEvent, StepEvent>;

/** Applies an event to the steps; a step that is tried again keeps its place. */
function withStep(steps: readonly RunStep[], event: StepEvent): RunStep[] {
  if (event.type === "step_ended") {
    const { step, how, millis } = event;
    return steps.map((one) => (one.step === step ? { ...one, state: how, millis } : one));
  }
  const { step, title, phase } = event;
  const began: RunStep = { step, title, phase, state: "running", millis: null };
  const isKnown = steps.some((one) => one.step === step);
  return isKnown ? steps.map((one) => (one.step === step ? began : one)) : [...steps, began];
}

/** Applies an event to a candidate. */
function changed(candidate: Candidate, event: CandidateEvent): Candidate {
  switch (event.type) {
    case "trying": {
      const { provider, model, attempt } = event;
      // The fallback notice stays until text arrives.
      const stays = candidate.notice?.kind === "fell_back" && attempt === 1;
      const notice: Notice | null = attempt > 1 ? { kind: "trying", attempt } : null;
      return { ...candidate, provider, model, notice: stays ? candidate.notice : notice };
    }
    case "waiting":
      return { ...candidate, notice: { kind: "waiting", millis: event.millis } };
    case "fell_back":
      return { ...candidate, notice: { kind: "fell_back", from: event.from, to: event.to } };
    case "thinking":
      return { ...candidate, notice: { kind: "thinking" } };
    case "shown":
      return { ...candidate, text: candidate.text + event.text, counted: event.counted, notice: null };
    case "soft_limit":
      return { ...candidate, softened: true };
    case "cut":
      return { ...candidate, cut: event.reason, overflow: event.overflow };
    case "round":
      return { ...candidate, round: event.round, remaining: event.remaining, notice: null };
    case "ended":
      return { ...candidate, status: event.status, notice: null };
    case "began":
      return candidate;
  }
}

/** Applies an event to an act. */
export function applyEvent(run: Run, event: GenerationEvent): Run {
  if (event.type === "step_began" || event.type === "step_ended")
    return { ...run, steps: withStep(run.steps, event) };
  if (event.type === "began") {
    const { generation, target, limit } = event;
    return { ...run, candidates: [...run.candidates, { ...FRESH, generation, target, limit }] };
  }
  const candidates = run.candidates.map((candidate) =>
    candidate.generation === event.generation ? changed(candidate, event) : candidate,
  );
  return { ...run, candidates, phase: event.type === "shown" ? "streaming" : run.phase };
}

/** A stored generation as a candidate. */
export function candidateOf(view: GenerationView, overflow: number, known?: Candidate): Candidate {
  const { gate } = view;
  const target = known?.target ?? gate?.target ?? 0;
  return {
    ...FRESH,
    ...known,
    generation: view.id,
    target,
    limit: known?.limit ?? target + Math.floor(target / 5),
    text: view.text,
    counted: gate?.counted ?? known?.counted ?? 0,
    round: gate?.rounds ?? known?.round ?? 1,
    overflow,
    provider: view.provider,
    model: view.model,
    notice: null,
    status: view.status,
    outcome: gate?.outcome ?? "",
    promptCut: view.prompt_cut === true,
    trouble: view.trouble ?? null,
    derived: view.derived ?? null,
  };
}

/** The act with its final texts. */
export function ended(run: Run, { generations }: Generated): Run {
  const candidates = generations.map((view) => {
    const known = run.candidates.find(({ generation }) => generation === view.id);
    return candidateOf(view, known?.overflow ?? 0, known);
  });
  // Shows a candidate with text rather than a failed one, if there is one.
  const shown = hasText(candidates[run.shown]) ? run.shown : Math.max(0, candidates.findIndex(hasText));
  return { ...run, phase: "ready", candidates, shown, stopping: false };
}

/** The act if its ending is unknown: received text stays. */
export function interrupted(run: Run, failure: Failure): Run {
  const status: GenerationStatus = failure.code === "stopped" ? "stopped" : "incomplete";
  const trouble: Trouble | null =
    failure.code === "stopped" ? null : { kind: "broken_off", message: failure.message };
  const candidates = run.candidates.map((candidate) => ({
    ...candidate,
    notice: null,
    status: hasText(candidate) ? status : ("failed" as const),
    trouble,
  }));
  return { ...run, phase: "ready", candidates, stopping: false };
}

export function hasText(candidate: Candidate | undefined): candidate is Candidate {
  return candidate !== undefined && candidate.text !== "";
}

/** Adds what the steps of the profile noted about each candidate. */
export function withNotes(run: Run, steps: readonly ReportStep[]): Run {
  const candidates = run.candidates.map((candidate) => {
    const { generation, derived } = candidate;
    const own = steps.filter(({ step }) => step === derived?.step);
    return {
      ...candidate,
      found: notedFor(steps, generation, "found"),
      foundBy: checkerOf(steps, generation),
      unmendedBy: unmendedBy(steps, generation),
      rules: checkedBy(steps, generation),
      rank: rankedBy(steps, generation),
      mended: derived === null ? null : notedFor(own, derived.of, "mended"),
    };
  });
  const titled = steps.filter(({ phase }) => phase !== "main");
  const known = titled.flatMap((one): RunStep[] => {
    const { step, title, phase, millis } = one;
    const state = stateOfStep(one);
    const seen = run.steps.find((other) => other.step === step);
    // The report is what was stored: it knows a step that ended while nobody listened.
    if (seen !== undefined) return [{ ...seen, state: state ?? seen.state }];
    return state === null ? [] : [{ step, title, phase, state, millis }];
  });
  return { ...run, candidates, steps: known };
}

/** The step that works now although no text arrives; null if there is none. */
export function workingStep({ steps, candidates }: Run): RunStep | null {
  if (candidates.some(({ status }) => status === "running")) return null;
  return steps.findLast(({ state }) => state === "running") ?? null;
}

/** The name of each candidate, in the order in which they are offered: A, A′, B, C; one made of A is A′. */
export function lettersOf(candidates: readonly Candidate[]): { at: number; letter: string }[] {
  const known = new Set(candidates.map(({ generation }) => generation));
  const madeOf = (id: GenerationId | null): number[] =>
    candidates.flatMap(({ derived }, at) => {
      const parent = derived !== null && known.has(derived.of) ? derived.of : null;
      return parent === id ? [at] : [];
    });
  const named = (at: number, letter: string): { at: number; letter: string }[] => [
    { at, letter },
    ...madeOf(candidates[at]?.generation ?? -1).flatMap((child) => named(child, `${letter}′`)),
  ];
  return madeOf(null).flatMap((at, index) => named(at, String.fromCharCode(65 + index)));
}

const compared = (one: number, two: number) => (one === two ? 0 : one < two ? -1 : 1);

/** The names in the order in which the candidates are offered: the cleaner first, if a step ranked them. */
export function offered(candidates: readonly Candidate[]): { at: number; letter: string }[] {
  const rankOf = (at: number) => candidates[at]?.rank ?? Number.POSITIVE_INFINITY;
  const named = lettersOf(candidates);
  return candidates.some(({ rank }) => rank !== null)
    ? named.toSorted((one, two) => compared(rankOf(one.at), rankOf(two.at)))
    : named;
}

/** Counts the decisions of each kind. */
export function tally(decisions: readonly Decision[]): Record<Decision, number> {
  const counts = { open: 0, accepted: 0, rejected: 0 };
  for (const decision of decisions) counts[decision] += 1;
  return counts;
}

/** Whether the proposal ends by itself: every change is decided, and no other candidate may still be wanted. */
export function isDecided({ candidates, decisions }: Run): boolean {
  if (decisions === null || decisions.length === 0) return false;
  const { open, accepted } = tally(decisions);
  return open === 0 && (accepted > 0 || candidates.filter(hasText).length === 1);
}

/** The words key for how a text ended. */
export function endingOf(candidate: Candidate): string {
  const { status, outcome, cut } = candidate;
  if (status === "stopped" || status === "incomplete" || status === "failed") return status;
  if (!hasText(candidate)) return "empty";
  if (outcome === "cut") return cut ?? "cut";
  if (outcome === "short" || outcome === "soft_exceeded") return outcome;
  return "complete";
}

// One act of a model in a scene, as a value: its candidates, how far each is, and what the author decided. Everything here
// is computed from what the backend tells; nothing asks and nothing shows.
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
  Trouble,
} from "@/ipc/types";

/** How far an act is. */
export type Phase = "asking" | "streaming" | "ready" | "applying";

/** What is said beside a text that comes in. */
export type Notice =
  | { kind: "waiting"; millis: number }
  | { kind: "trying"; attempt: number }
  | { kind: "thinking" }
  /** Ids of providers. */
  | { kind: "fell_back"; from: string; to: string };

/** One of the texts that are written for an act. */
export interface Candidate {
  generation: GenerationId;
  text: string;
  /** 字: of what is shown, wanted, and at most. */
  counted: number;
  target: number;
  limit: number;
  /** It is longer than wanted and goes on to a good place to stop. */
  softened: boolean;
  /** Which answer comes in, from 1. */
  round: number;
  /** 字 that are still wanted, from the second answer on. */
  remaining: number;
  cut: CutReason | null;
  /** 字 that went to the shelf. */
  overflow: number;
  /** The id of the provider, as far as it is known. */
  provider: string;
  model: string;
  notice: Notice | null;
  status: GenerationStatus;
  /** The gate's own word for its end. */
  outcome: string;
  /** The server cut the prompt without a word. */
  promptCut: boolean;
  /** Why it ended, for people. */
  trouble: Trouble | null;
}

/** An act under way or to be decided on. */
export interface Run {
  request: Generate;
  phase: Phase;
  candidates: readonly Candidate[];
  /** The index of the one in the text. */
  shown: number;
  /** What the author decided on each change of it; null while they are asked for. */
  decisions: readonly Decision[] | null;
  /** The change the author looks at. */
  focused: number | null;
  stopping: boolean;
  /** What failed with it that can be tried again: comparing, accepting. */
  failure: Failure | null;
}

export function asking(request: Generate): Run {
  return {
    request,
    phase: "asking",
    candidates: [],
    shown: 0,
    decisions: null,
    focused: null,
    stopping: false,
    failure: null,
  };
}

/** Above this the author is warned: a tenth more than wanted. */
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
};

/** What an event makes of a candidate. */
function changed(candidate: Candidate, event: GenerationEvent): Candidate {
  switch (event.type) {
    case "trying": {
      const { provider, model, attempt } = event;
      // That another model answers stays said until there are words of it.
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

/** What an event makes of an act. */
export function told(run: Run, event: GenerationEvent): Run {
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
  };
}

/** The act when the texts are whole, or as whole as they will be. */
export function ended(run: Run, { generations }: Generated): Run {
  const candidates = generations.map((view) => {
    const known = run.candidates.find(({ generation }) => generation === view.id);
    return candidateOf(view, known?.overflow ?? 0, known);
  });
  // The author looks at a text, not at a failure, where there is one.
  const shown = hasText(candidates[run.shown]) ? run.shown : Math.max(0, candidates.findIndex(hasText));
  return { ...run, phase: "ready", candidates, shown, stopping: false };
}

/** The act when nobody tells any more how it ended: what came stays. */
export function brokenOff(run: Run, failure: Failure): Run {
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

/** How many changes were decided in which way. */
export function tally(decisions: readonly Decision[]): Record<Decision, number> {
  const counts = { open: 0, accepted: 0, rejected: 0 };
  for (const decision of decisions) counts[decision] += 1;
  return counts;
}

/** Whether the proposal is over by itself: every change is decided, and no other candidate may still be wanted. */
export function isDecided({ candidates, decisions }: Run): boolean {
  if (decisions === null || decisions.length === 0) return false;
  const { open, accepted } = tally(decisions);
  return open === 0 && (accepted > 0 || candidates.filter(hasText).length === 1);
}

/** The word for how a text ended, as a key of the words. */
export function endingOf({ status, outcome, cut }: Candidate): string {
  if (status === "stopped" || status === "incomplete" || status === "failed") return status;
  if (outcome === "cut") return cut ?? "cut";
  if (outcome === "short" || outcome === "soft_exceeded") return outcome;
  return "complete";
}

// How a generated text came about, as the backend reports it.
import type {
  Act,
  ArtifactId,
  CharRange,
  Cost,
  Derived,
  GenerationId,
  GenerationView,
  JsonValue,
  Phase,
  Receipt,
  Said,
  SceneId,
  TurnRef,
  VersionNo,
} from "@/ipc/types";

/** A step of the profile. */
export interface ReportStep {
  step: string;
  title: Said;
  phase: Phase;
  handler: string;
  /** As in the list of runs; `pending` if it never began. */
  status: string;
  attempt: number;
  millis: number | null;
  model: string | null;
  cost: Cost | null;
  /** What it offered, derived or refused. */
  effects: JsonValue;
  /** What it noted. */
  notes: JsonValue;
  /** Why it failed or was skipped. */
  detail: JsonValue;
}

/** The report of a generation. The command answers it as JSON, since texts can be replaced by their hashes. */
export interface GenerationReport {
  why: {
    act: Act;
    turn: TurnRef | null;
    derived: Derived | null;
    candidate_of: GenerationId | null;
  };
  input: { scene: SceneId; version: VersionNo; range: CharRange; instruction: string };
  /** In the order of the profile; none for a generation without steps. */
  steps: ReportStep[];
  receipt: Receipt | null;
  artifacts: { artifact: ArtifactId; name: string; version: number }[];
  generation: GenerationView;
  /** What is left of it in the working text; `share` is from 0 to 1. */
  left: { ranges: CharRange[]; share: number };
  not_kept: { reasoning_tokens: number; reasoning_hash: string | null; masked: number };
  hashes: { prompt: string; inputs: string; profile: string | null; turn: string | null };
}

/** Reads the answer of `generation.report` that was asked for without `redact`. */
export function reportOf(answer: JsonValue): GenerationReport {
  return answer as unknown as GenerationReport;
}

/** A field of a value; undefined if the value is no object or lacks it. */
export function fieldOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value[name];
}

/** The items of a field; none if it is no list. */
export function itemsOf(value: JsonValue | undefined, name: string): JsonValue[] {
  const items = fieldOf(value, name);
  return Array.isArray(items) ? items : [];
}

/** A number that steps noted for a generation among their `candidates`; null if none did. */
export function notedFor(
  steps: readonly Pick<ReportStep, "notes">[],
  generation: GenerationId,
  name: string,
): number | null {
  for (const { notes } of steps) {
    for (const item of itemsOf(notes, "candidates")) {
      const value = fieldOf(item, name);
      if (fieldOf(item, "generation") === generation && typeof value === "number") return value;
    }
  }
  return null;
}

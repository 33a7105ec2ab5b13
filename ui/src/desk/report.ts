// What the steps of a profile noted, read from the report of a generation.
import type { GenerationId, JsonValue, ReportStep, Rule, StepEnd } from "@/ipc/types";

type Notes = readonly Pick<ReportStep, "notes">[];

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

/** What steps noted for a generation among their `candidates`, the last step first. */
function candidatesOf(steps: Notes, generation: GenerationId): JsonValue[] {
  const all = steps.toReversed().flatMap(({ notes }) => itemsOf(notes, "candidates"));
  return all.filter((item) => fieldOf(item, "generation") === generation);
}

/** A number that steps noted for a generation among their `candidates`; null if none did. */
export function notedFor(steps: Notes, generation: GenerationId, name: string): number | null {
  const values = [...candidatesOf(steps, generation), ...rankedFor(steps, generation)].map((item) =>
    fieldOf(item, name),
  );
  return values.find((value) => typeof value === "number") ?? null;
}

/** What the ranking noted for a generation. */
function rankedFor(steps: Notes, generation: GenerationId): JsonValue[] {
  const order = steps.flatMap(({ notes }) => itemsOf(notes, "order"));
  return order.filter((item) => fieldOf(item, "generation") === generation);
}

/** The place of a generation in the ranking, from 0; null without one. */
export function rankedBy(steps: Notes, generation: GenerationId): number | null {
  for (const { notes } of steps) {
    const at = itemsOf(notes, "order").findIndex((item) => fieldOf(item, "generation") === generation);
    if (at >= 0) return at;
  }
  return null;
}

/** The rules that found something in a generation, the one with the most findings first. */
export function checkedBy(steps: Notes, generation: GenerationId): Rule[] {
  const [rules] = candidatesOf(steps, generation)
    .map((item) => fieldOf(item, "rules"))
    .filter((found) => found !== undefined);
  if (typeof rules !== "object" || rules === null || Array.isArray(rules)) return [];
  const found = Object.entries(rules).map(([rule, n]): [Rule, number] => [rule as Rule, Number(n)]);
  return found.sort(([, one], [, two]) => two - one).map(([rule]) => rule);
}

/** The last step that checked a generation; null if none did. */
export function checkerOf(steps: readonly ReportStep[], generation: GenerationId): string | null {
  const checked = ({ notes }: ReportStep) =>
    itemsOf(notes, "candidates").some(
      (item) => fieldOf(item, "generation") === generation && fieldOf(item, "found") !== undefined,
    );
  return steps.findLast(checked)?.step ?? null;
}

/** The step that was to mend a generation and changed nothing in it; null if there is none. */
export function unmendedBy(steps: readonly ReportStep[], generation: GenerationId): string | null {
  const tried = steps.filter(({ handler, status }) => handler === "mend_text" && status === "completed");
  const leftIt = tried.find(
    ({ notes }) =>
      fieldOf(notes, "left_out") !== true &&
      !itemsOf(notes, "candidates").some((item) => fieldOf(item, "generation") === generation),
  );
  return leftIt?.step ?? null;
}

/** How a step of a report ended, as in the events of a run; null for one that was not needed. */
export function stateOfStep({ status, notes }: ReportStep): StepEnd | null {
  if (fieldOf(notes, "left_out") === true) return "left_out";
  if (status === "failed" || status === "interrupted") return "failed";
  return status === "skipped" || status === "pending" ? null : "done";
}

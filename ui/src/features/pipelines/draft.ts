// The JSON of a profile as values: what the forms show, and what their acts make of it. Unknown fields stay.
import { type Fields, fieldsIn, type Json, wordsIn } from "@/components/input-shape";
import type { InBoth } from "@/components/localized";
import type { Phase, StepKindView } from "@/ipc/types";

/** A phase that has steps. */
export type StepPhase = Exclude<Phase, "main">;

export const STEP_PHASES: readonly StepPhase[] = ["pre", "post", "settled"];

/** The place of a step. */
export interface StepPlace {
  phase: StepPhase;
  /** Its number in the phase, from 0. */
  at: number;
}

/** A key in an object, or a number in a list. */
type Path = readonly (string | number)[];

/** The profile in a text; null if the text is no JSON object. */
export function profileIn(text: string): Fields | null {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The text of a profile, as the host prints one. */
export function textOf(profile: Fields): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}

/** The steps of a phase; anything that is no object counts as a step without fields. */
export function stepsIn(profile: Fields, phase: StepPhase): Fields[] {
  const steps = profile[phase];
  return Array.isArray(steps) ? steps.map((step) => fieldsIn(step)) : [];
}

/** A string of a step or a profile. */
export const stringIn = (value: Json | undefined) => (typeof value === "string" ? value : "");

/** A text in both languages. */
export function wordsOf(value: Json | undefined): InBoth {
  const { zh, en } = fieldsIn(value);
  return { zh: stringIn(zh), en: stringIn(en) };
}

/** A value with a part replaced; an undefined part is removed, and with it every object that has nothing else. */
export function withPart(
  whole: Json | undefined,
  [first, ...rest]: Path,
  part: Json | undefined,
): Json | undefined {
  if (first === undefined) return part;
  if (typeof first === "number") {
    const list = Array.isArray(whole) ? [...whole] : [];
    list[first] = withPart(list[first], rest, part) ?? {};
    return list;
  }
  const { [first]: before, ...others } = fieldsIn(whole);
  const next = withPart(before, rest, part);
  if (next === undefined) return Object.keys(others).length > 0 ? (others as Json) : undefined;
  // A field that was there keeps its place.
  return { ...(fieldsIn(whole) as Record<string, Json>), [first]: next };
}

/** A profile with a part replaced. */
export function changed(profile: Fields, path: Path, part: Json | undefined): Fields {
  return fieldsIn(withPart(profile as Json, path, part));
}

/** A text as a field shows it: that of the window's language, and the other one where that is empty. */
export function shownIn(words: InBoth, language: string): { value: string; placeholder: string } {
  const [value, placeholder] = language.startsWith("zh") ? [words.zh, words.en] : [words.en, words.zh];
  return { value, placeholder };
}

/** A text in both languages with new words in one. The other follows while it is empty or the same. */
export function renamed(words: InBoth, language: string, text: string): Json | undefined {
  const [own, other] = language.startsWith("zh") ? (["zh", "en"] as const) : (["en", "zh"] as const);
  const follows = words[other] === "" || words[other] === words[own];
  const next = { zh: words.zh, en: words.en, [own]: text, ...(follows && { [other]: text }) };
  return next.zh === "" && next.en === "" ? undefined : next;
}

function withSteps(profile: Fields, phase: StepPhase, steps: readonly Fields[]): Fields {
  return changed(profile, [phase], steps.length > 0 ? (steps as Json[]) : undefined);
}

/** A profile with a step of a kind at the end of a phase. */
export function added(profile: Fields, phase: StepPhase, kind: StepKindView): Fields {
  const taken = STEP_PHASES.flatMap((one) => stepsIn(profile, one).map((step) => step.id));
  let id = kind.handler;
  for (let number = 2; taken.includes(id); number++) id = `${kind.handler}_${number}`;
  const step: Fields = {
    id,
    handler: kind.handler,
    ...(kind.writes !== null && { writes: kind.writes as Json }),
  };
  return withSteps(profile, phase, [...stepsIn(profile, phase), step]);
}

/** A profile without a step. No other step waits for it any more. */
export function removed(profile: Fields, { phase, at }: StepPlace): Fields {
  const steps = stepsIn(profile, phase);
  const gone = steps[at]?.id;
  const others = steps.filter((_, number) => number !== at);
  const stays = others.some((step) => step.id === gone);
  return withSteps(
    profile,
    phase,
    stays ? others : others.map((step) => waiting(step, stringIn(gone), false)),
  );
}

/** A step that waits for another one, or no longer. */
export function waiting(step: Fields, id: string, waits: boolean): Fields {
  const others = wordsIn(step.depends_on).filter((one) => one !== id);
  if (!waits && others.length === wordsIn(step.depends_on).length) return step;
  const all = waits ? [...others, id] : others;
  return changed(step, ["depends_on"], all.length > 0 ? all : undefined);
}

/** A profile with a step moved among those of its phase; the same profile at an end. */
export function moved(profile: Fields, { phase, at }: StepPlace, by: -1 | 1): Fields {
  const steps = stepsIn(profile, phase);
  const [step, other] = [steps[at], steps[at + by]];
  if (step === undefined || other === undefined) return profile;
  const next = [...steps];
  next[at] = other;
  next[at + by] = step;
  return withSteps(profile, phase, next);
}

/** The JSON pointer of a step. */
export const pointerOf = ({ phase, at }: StepPlace) => `/${phase}/${at}`;

/** The step in which a JSON pointer lies. */
export function placeOf(pointer: string): StepPlace | null {
  const [, phase, at] = /^\/(pre|post|settled)\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  return phase === undefined ? null : { phase: phase as StepPhase, at: Number(at) };
}

/** The line of a step in a text, from 1: the line of its id. */
export function lineOf(text: string, id: string): number {
  const before = text.indexOf(`"id": ${JSON.stringify(id)}`);
  return before < 0 ? 1 : text.slice(0, before).split("\n").length;
}

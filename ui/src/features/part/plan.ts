// The plan of a scene: its limits, and its one-line summary.
import type { KnownNames, ScenePlan } from "@/ipc/types";

/** Debounce before a text is saved, ms. */
export const SAVE_DEBOUNCE = 800;
/** Maximum length of a field and of a name, in characters. */
const MAX_FIELD_LENGTH = 2000;
const MAX_NAMES = 100;

/** A plan with all its fields; the backend omits empty ones. */
export type Plan = Required<ScenePlan>;

export const EMPTY_PLAN: Plan = {
  location: "",
  story_time: "",
  characters: [],
  pov: "",
  conflict: "",
  turning_point: "",
};

/** What is wrong with a text or with names; null: nothing. */
export function wrongIn(value: string | readonly string[]): "fieldLong" | "manyNames" | null {
  const texts = typeof value === "string" ? [value] : value;
  if (texts.some((text) => [...text.trim()].length > MAX_FIELD_LENGTH)) return "fieldLong";
  return texts.length > MAX_NAMES ? "manyNames" : null;
}

/** The plan in one line; empty for an empty plan. */
export function planLine({ location, story_time, characters, pov, conflict, turning_point }: Plan): string {
  const cast = characters.length > 0 ? characters.join("、") : pov;
  return [location, story_time, cast, conflict, turning_point].filter((text) => text !== "").join(" · ");
}

/** Canon entities of a kind, also under their aliases. */
export function namedOf({ named, names }: KnownNames, kind: string): { value: string; also: string[] }[] {
  const also = new Map<number, string[]>();
  for (const { name, owners } of names) {
    for (const owner of owners) {
      const own = also.get(owner);
      if (own === undefined) also.set(owner, [name]);
      else own.push(name);
    }
  }
  const found = new Map<string, string[]>();
  named.forEach((one, at) => {
    if (one.kind !== kind) return;
    const others = (also.get(at) ?? []).filter((name) => name !== one.title);
    found.set(one.title, [...new Set([...(found.get(one.title) ?? []), ...others])]);
  });
  return [...found].map(([value, others]) => ({ value, also: others }));
}

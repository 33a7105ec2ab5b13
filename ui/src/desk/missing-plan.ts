// What the plan of a scene lacks for a step that requires it.
import { useAnswer } from "@/ipc/queries";
import type { JsonValue, PartView, SceneId } from "@/ipc/types";
import { locate } from "./navigation";
import { fieldOf, itemsOf } from "./report";

const isBlank = (text: string | undefined): boolean => (text ?? "").trim() === "";

/** The fields that are required and empty. The synopsis or goal of a chapter is that of its only scene. */
export function lacks(required: readonly string[], scene: PartView, chapter: PartView | null): string[] {
  const plan = scene.plan;
  const hasOutline =
    !isBlank(scene.synopsis) || (chapter !== null && !(isBlank(chapter.synopsis) && isBlank(chapter.goal)));
  const empty: Readonly<Record<string, boolean>> = {
    synopsis: !hasOutline,
    pov: isBlank(plan?.pov),
    location: isBlank(plan?.location),
    characters: (plan?.characters ?? []).every(isBlank),
    conflict: isBlank(plan?.conflict),
    turning_point: isBlank(plan?.turning_point),
  };
  return required.filter((field) => empty[field] === true);
}

/** The fields that a step of a profile's JSON requires. */
export function requiredBy(text: string, step: string): string[] {
  let profile: JsonValue;
  try {
    profile = JSON.parse(text) as JsonValue;
  } catch {
    return [];
  }
  const found = itemsOf(profile, "pre").find((one) => fieldOf(one, "id") === step);
  const plan = fieldOf(fieldOf(found, "params"), "plan");
  return Array.isArray(plan) ? plan.filter((field) => typeof field === "string") : ["synopsis"];
}

/** What is missing for a step that requires a plan; none while it is unknown. `profile` is null without such a step. */
export function useMissing(scene: SceneId, profile: string | null, step: string): string[] {
  const text = useAnswer("pipeline.get", profile === null ? null : { profile }).data?.text;
  const outline = useAnswer("manuscript.outline", profile === null ? null : {}).data;
  const place = outline === undefined ? undefined : locate(outline, scene);
  const isOnly = place?.chapter.scenes.length === 1;
  const own = useAnswer("manuscript.part", profile === null ? null : { part: { scene } }).data;
  const chapter = useAnswer("manuscript.part", isOnly ? { part: { chapter: place.chapter.id } } : null).data;
  if (text === undefined || own === undefined || place === undefined || (isOnly && chapter === undefined))
    return [];
  return lacks(requiredBy(text, step), own, chapter ?? null);
}

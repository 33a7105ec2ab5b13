// The preview of a template: which act it serves, and the scenes to choose from.
import type { TFunction } from "i18next";
import type { Choice } from "@/components/choose-field";
import type { Act, OutlineView, PromptEntry } from "@/ipc/types";

/** The act of a template; must match `Act::prompt` in the backend. */
const ACTS: Readonly<Record<string, Act>> = {
  "scene_generation/scene_card": "card",
  "scene_generation/scene_draft": "draft",
  "scene_generation/continue": "continue",
  "scene_generation/rewrite": "rewrite",
  "scene_generation/expand": "expand",
  "scene_generation/compress": "compress",
  "scene_generation/polish": "polish",
  "title/chapter_titles": "titles",
  "memory/scene_queries": "memory",
};

const OF_SELECTION: ReadonlySet<Act> = new Set(["rewrite", "expand", "compress", "polish"]);

/** The act a template serves; undefined if the page has none for it. */
export function actOf({ group, key }: Pick<PromptEntry, "group" | "key">): Act | undefined {
  return ACTS[`${group}/${key}`];
}

/** Whether an act works on a selection. */
export function isOfSelection(act: Act): boolean {
  return OF_SELECTION.has(act);
}

/** Every scene in reading order, named by chapter and scene. */
export function scenesOf({ volumes }: OutlineView, t: TFunction<"prompts">): Choice[] {
  return volumes.flatMap(({ chapters }) =>
    chapters.flatMap((chapter) =>
      chapter.scenes.map((scene, at) => {
        const title = chapter.title || t("trial.untitled");
        const own = scene.title || (chapter.scenes.length > 1 ? t("trial.numbered", { n: at + 1 }) : "");
        return { id: String(scene.id), label: own === "" ? title : `${title} · ${own}` };
      }),
    ),
  );
}

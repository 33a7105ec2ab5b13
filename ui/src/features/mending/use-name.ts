// The names of mendings and of their scenes: what has no title is named after its place in the book.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { MendedSceneView, MendingView, OutlineView, SceneId } from "@/ipc/types";
import { type Say, sceneName, sessionName } from "./say";

/** The name of a mending. */
export function useSessionName(session: Pick<MendingView, "scope" | "title" | "target"> | undefined): string {
  const { t } = useTranslation("mending");
  const isBare = session !== undefined && session.title === "" && session.scope !== "book";
  const { data: outline } = useAnswer("manuscript.outline", isBare ? {} : null);
  if (session === undefined) return "";
  const { target, scope } = session;
  if (outline === undefined || target === null) return sessionName(t, session);
  if (scope === "chapter") return sessionName(t, session, nthChapter(t, outline, target));
  return sessionName(t, session, scope === "scene" ? placeName(t, outline, target) : "");
}

/** The name of a scene of a mending. */
export function useSceneName(): (
  scene: Pick<MendedSceneView, "scene" | "chapter_title" | "title">,
) => string {
  const { t } = useTranslation("mending");
  const { data: outline } = useAnswer("manuscript.outline", {});
  return (view) => {
    const isBare = view.title === "" || view.chapter_title === "";
    const name = outline === undefined || !isBare ? "" : placeName(t, outline, view.scene);
    return name === "" ? sceneName(t, view) : name;
  };
}

/** The chapter of a scene and its place there; only the chapter if it has no other scene. Empty if it is in none. */
export function placeName(t: Say, outline: OutlineView, scene: SceneId): string {
  const place = locate(outline, scene);
  if (place === undefined) return "";
  const { chapter, index, scene: view } = place;
  const title = chapter.title || t("nthChapter", { n: figure(index + 1) });
  const nth = chapter.scenes.findIndex(({ id }) => id === scene) + 1;
  const own = view.title || (chapter.scenes.length > 1 ? t("nthScene", { n: figure(nth) }) : "");
  return own === "" ? title : t("scene", { chapter: title, scene: own });
}

function nthChapter(t: Say, outline: OutlineView, chapter: number): string {
  const all = outline.volumes.flatMap(({ chapters }) => chapters);
  const at = all.findIndex(({ id }) => id === chapter);
  return at < 0 ? "" : t("nthChapter", { n: figure(at + 1) });
}

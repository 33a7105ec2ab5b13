// The name of a place in the telling.
import { useTranslation } from "react-i18next";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { ArtifactPlace } from "@/ipc/types";

/** Names the scene that a value is told up to; without one it holds from the beginning of the book. */
export function usePlaceName(): (at: ArtifactPlace | null | undefined) => string {
  const { t } = useTranslation("part");
  const { data } = useAnswer("manuscript.outline", {});
  return (at) => {
    if (at == null) return t("artifacts.beginning");
    const place = data === undefined ? undefined : locate(data, at.scene);
    return place?.scene.title || place?.chapter.title || t("artifacts.gone");
  };
}

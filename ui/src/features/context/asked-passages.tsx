// The passages of the novel that a request was about, each with its version.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import { goToScene, locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { AskedPassage } from "@/ipc/types";

export function AskedPassages({ passages }: { passages: readonly AskedPassage[] }) {
  const { t } = useTranslation("context");
  const { data: outline } = useAnswer("manuscript.outline", {});
  if (passages.length === 0) return null;
  return (
    <section className="flex flex-col gap-0.5">
      <h4 className="text-xs text-faint">{t("asked.title")}</h4>
      <ul className="flex flex-col items-start gap-0.5 text-sm">
        {passages.map(({ scene, version, range }) => {
          const place = outline === undefined ? undefined : locate(outline, scene);
          const name = place?.scene.title || place?.chapter.title || t("sources.gone");
          return (
            <li key={`${scene}:${range.start}`}>
              <button
                type="button"
                className="text-left break-words text-subtle hover:text-ink hover:underline"
                onClick={() => goToScene(scene, { from: range.start, to: range.end, unit: "chars" })}
              >
                {t("asked.one", { name, version, from: figure(range.start + 1), to: figure(range.end) })}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

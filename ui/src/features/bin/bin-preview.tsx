// The contents of a part in the bin: a scene's text, or the synopsis and texts of a chapter or volume.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useAnswer } from "@/ipc/queries";
import type { PartId } from "@/ipc/types";

/** The maximum number of preview lines; a scene may have a million characters. */
const MAX_LINES = 400;
/** The maximum number of scenes whose text is shown for a chapter or volume. */
const MAX_SCENES = 20;

export function BinPreview({ part, title }: { part: PartId; title: string }) {
  const { t } = useTranslation("bin");
  return (
    <section
      aria-label={t("preview")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll a long text
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto rounded-lg border border-line bg-page px-6 py-5 -outline-offset-2 select-text"
    >
      <h3 className="mb-3 font-reading text-lg break-words">{title}</h3>
      {"scene" in part ? <SceneWords scene={part.scene} /> : <PartWords part={part} />}
    </section>
  );
}

function SceneWords({ scene }: { scene: number }) {
  const { t } = useTranslation("bin");
  const text = useAnswer("scene.text", { scene });
  const words = text.data?.draft?.text ?? text.data?.text ?? "";
  const lines = useMemo(() => {
    const all = words.split("\n", MAX_LINES + 1);
    return { shown: all.slice(0, MAX_LINES), more: all.length > MAX_LINES };
  }, [words]);
  if (text.error !== null) return <FailureState failure={text.error} onRetry={() => void text.refetch()} />;
  if (text.data === undefined) return <LoadingState rows={6} />;
  if (words.trim() === "") return <p className="text-sm text-subtle">{t("emptyText")}</p>;
  return (
    <div className="font-reading text-base leading-7 text-ink">
      {lines.shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and keep their order
        <p key={at} className="min-h-7 indent-[2em] break-words">
          {line}
        </p>
      ))}
      {lines.more && <p className="text-center text-faint">…</p>}
    </div>
  );
}

function PartWords({ part }: { part: PartId }) {
  const { t } = useTranslation("bin");
  const view = useAnswer("manuscript.part", { part });
  if (view.error !== null) return <FailureState failure={view.error} onRetry={() => void view.refetch()} />;
  if (view.data === undefined) return <LoadingState rows={3} />;
  const { synopsis, scenes } = view.data;
  const more = scenes.length - MAX_SCENES;
  return (
    <div className="flex flex-col gap-3 text-sm">
      {synopsis !== "" && (
        <div className="flex flex-col gap-1">
          <h4 className="text-xs text-faint">{t("synopsis")}</h4>
          <p className="break-words whitespace-pre-wrap">{synopsis}</p>
        </div>
      )}
      <p className="text-subtle">{t("noSynopsis")}</p>
      {scenes.slice(0, MAX_SCENES).map((scene) => (
        <div key={scene} className="border-t border-line pt-3">
          <SceneWords scene={scene} />
        </div>
      ))}
      {more > 0 && <p className="text-center text-faint">{t("moreScenes", { n: more })}</p>}
    </div>
  );
}

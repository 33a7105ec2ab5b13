// The inspector's tab 本章: the chapter of the open scene, the scene itself if the chapter has several, its plan, and
// what steps left for it.
import { FileText } from "lucide-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useCounting } from "@/desk/counting";
import { plus } from "@/desk/counts";
import { useDesk } from "@/desk/desk";
import { liveChange } from "@/desk/live-counts";
import { type Located, locate } from "@/desk/navigation";
import { useOpenScenes } from "@/desk/open-scenes";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId, OutlineView, PartId, SceneId, SceneView, Totals } from "@/ipc/types";
import { SceneArtifacts } from "./artifacts";
import { PartForm } from "./part-form";
import { PlanSection } from "./plan-section";
import { PrintSection } from "./print-section";
import { useNotes } from "./use-notes";

/** `summary` renders the chapter's summary, if available. */
export function PartTab({ summary: Summary }: { summary?: ComponentType<{ chapter: ChapterId }> }) {
  const { t } = useTranslation("part");
  const scene = useDesk((state) => state.scene);
  const outline = useAnswer("manuscript.outline", {});
  if (outline.error !== null) {
    return (
      <div className="p-4">
        <FailureState failure={outline.error} onRetry={() => void outline.refetch()} />
      </div>
    );
  }
  if (outline.data === undefined) return <LoadingState rows={8} className="pt-3" />;
  const place = scene === null ? undefined : locate(outline.data, scene);
  if (place === undefined) {
    return (
      <EmptyState compact icon={FileText} title={t("empty.title")} text={t("empty.text")} className="pt-10" />
    );
  }
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <ChapterSection key={place.chapter.id} outline={outline.data} place={place} />
      {place.chapter.scenes.length > 1 && (
        <SceneSection key={`scene-${place.scene.id}`} outline={outline.data} place={place} />
      )}
      {Summary !== undefined && <Summary key={`summary-${place.chapter.id}`} chapter={place.chapter.id} />}
      <PrintSection key={`print-${place.scene.id}`} scene={place.scene} />
      <PlanSection key={`plan-${place.scene.id}`} scene={place.scene.id} />
      <SceneArtifacts key={`artifacts-${place.scene.id}`} scene={place.scene.id} />
    </div>
  );
}

/** Live counts while the author types. */
function useLiveCounts(
  outline: OutlineView,
  counts: Totals,
  inside: (place: Located, scene: SceneId) => boolean,
): Totals {
  return useOpenScenes(useShallow(({ status }) => plus(counts, liveChange(outline, status, inside))));
}

interface SectionProps {
  outline: OutlineView;
  place: Located & { scene: SceneView };
}

function ChapterSection({ outline, place }: SectionProps) {
  const { t } = useTranslation("part");
  const { chapter } = place;
  const counts = useLiveCounts(outline, chapter.counts, (at) => at.chapter.id === chapter.id);
  const scenes = chapter.scenes.map(({ id }) => id);
  return (
    <Section
      kind="chapter"
      heading={t("chapter")}
      part={{ chapter: chapter.id }}
      counts={counts}
      scenes={scenes}
      outlineOf={scenes.length === 1 ? place.scene.id : null}
    />
  );
}

function SceneSection({ outline, place }: SectionProps) {
  const { t } = useTranslation("part");
  const { scene, chapter } = place;
  const counts = useLiveCounts(outline, scene.counts, (_, id) => id === scene.id);
  const n = chapter.scenes.findIndex(({ id }) => id === scene.id) + 1;
  return (
    <Section
      kind="scene"
      heading={t("scene")}
      part={{ scene: scene.id }}
      counts={counts}
      scenes={[scene.id]}
      outlineOf={scene.id}
      placeholder={t("sceneNameless", { n })}
    />
  );
}

interface PartSectionProps {
  /** The scene of which the synopsis here is the outline. */
  outlineOf: SceneId | null;
  kind: "chapter" | "scene";
  heading: string;
  part: PartId;
  counts: Totals;
  scenes: readonly SceneId[];
  placeholder?: string;
}

function Section({ outlineOf, kind, heading, part, counts, scenes, placeholder }: PartSectionProps) {
  const writable = useDesk((state) => state.project?.writable ?? false);
  const view = useAnswer("manuscript.part", { part });
  return (
    <section
      aria-label={heading}
      className="flex flex-col gap-4 px-4 py-4 not-first:border-t not-first:border-line"
    >
      <h3 className="text-xs font-medium text-faint">{heading}</h3>
      {view.data !== undefined ? (
        <PartForm
          outlineOf={outlineOf}
          kind={kind}
          part={part}
          view={view.data}
          counts={counts}
          writable={writable}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      ) : view.error !== null ? (
        <FailureState failure={view.error} onRetry={() => void view.refetch()} />
      ) : (
        <LoadingState rows={5} />
      )}
      <Counts counts={counts} scenes={scenes} />
    </section>
  );
}

const RULES = ["standard", "word", "han", "all"] as const;

function Counts({ counts, scenes }: { counts: Totals; scenes: readonly SceneId[] }) {
  const { t } = useTranslation("part");
  const { rule: chosen } = useCounting();
  const isEnglish = useDesk(({ project }) => project?.language === "en");
  const notes = useNotes(scenes, counts);
  return (
    <dl
      aria-label={t("counts")}
      className="grid grid-cols-[1fr_auto] gap-y-1 border-t border-line pt-3 text-sm"
    >
      {RULES.filter((rule) => rule !== "han" || !isEnglish || chosen === "han").map((rule) => (
        <div key={rule} className="contents">
          <dt className="text-subtle">{t(`rules.${rule}`)}</dt>
          <dd className="text-right tabular-nums">{figure(Math.max(0, counts[rule]))}</dd>
        </div>
      ))}
      {notes > 0 && (
        <div className="contents" title={t("notesApartHint")}>
          <dt className="text-subtle">{t("notesApart")}</dt>
          <dd className="text-right tabular-nums">{figure(notes)}</dd>
        </div>
      )}
    </dl>
  );
}

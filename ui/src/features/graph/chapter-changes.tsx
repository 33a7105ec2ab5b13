// The changes in the open chapter: first appearances, beginnings, endings.
import { BookOpen, CalendarClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { FactView, OutlineView, RelationView } from "@/ipc/types";
import type { Statement } from "./acts";
import type { Places } from "./content";
import { Statements } from "./entity-statements";
import { KindMark } from "./kind-mark";
import { EntityLink } from "./statement-row";

export function ChapterChanges({ outline, places }: { outline: OutlineView; places: Places }) {
  const { t } = useTranslation("graph");
  const scene = useDesk((state) => state.scene);
  const here = scene === null ? undefined : locate(outline, scene);
  const { data, error, refetch } = useAnswer(
    "kg.changes",
    here === undefined ? null : { chapter: here.chapter.id },
  );
  if (here === undefined) {
    return (
      <EmptyState compact icon={BookOpen} title={t("changes.noScene")} text={t("changes.noSceneText")} />
    );
  }
  if (error !== null) {
    return (
      <div className="p-3">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <LoadingState rows={6} />;
  const facts = (views: readonly FactView[]) => views.map((view): Statement => ({ of: "fact", view }));
  const relations = (views: readonly RelationView[]) =>
    views.map((view): Statement => ({ of: "relation", view }));
  const sections = [
    { title: t("changes.factsBegun"), statements: facts(data.facts_begun) },
    { title: t("changes.relationsBegun"), statements: relations(data.relations_begun) },
    { title: t("changes.factsEnded"), statements: facts(data.facts_ended) },
    { title: t("changes.relationsEnded"), statements: relations(data.relations_ended) },
  ].filter(({ statements }) => statements.length > 0);
  return (
    <section aria-label={t("changes.list")} className="min-h-0 flex-1 overflow-y-auto pb-6">
      <p className="truncate px-3 pt-2 text-xs text-faint">
        {here.chapter.title || t("changes.in", { n: here.index + 1, title: "" })}
      </p>
      {data.entities.length === 0 && sections.length === 0 && (
        <EmptyState compact icon={CalendarClock} title={t("changes.none")} text={t("changes.noneText")} />
      )}
      {data.entities.length > 0 && (
        <section aria-label={t("changes.entities")} className="px-1 pt-3">
          <h3 className="px-2 pb-0.5 text-xs font-medium text-faint">{t("changes.entities")}</h3>
          <ul>
            {data.entities.map((entity) => (
              <li key={entity.id} className="flex min-w-0 items-center gap-2 px-2 py-1">
                <KindMark kind={entity.kind} size={10} />
                <EntityLink id={entity.id} name={entity.name} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {sections.map(({ title, statements }) => (
        <section key={title} aria-label={title} className="px-1 pt-3">
          <h3 className="px-2 pb-0.5 text-xs font-medium text-faint">{title}</h3>
          <Statements of={null} statements={statements} places={places} />
        </section>
      ))}
    </section>
  );
}

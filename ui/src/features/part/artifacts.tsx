// What steps left for the author to see as of the open scene: a section for each panel and each feed.
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { useLocalized } from "@/components/localized";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { ArtifactEntry, ProfileList, ProfileStep, SceneId } from "@/ipc/types";
import { ArtifactSection } from "./artifact-section";

const isShown = (surface: string | null): boolean =>
  surface !== null && (surface.startsWith("panel:") || surface.startsWith("feed:"));

/** What the step of a profile wrote for the author to see, without a place of its own, is shown here too. */
const isLeft = ({ surface, visibility, writer }: ArtifactEntry): boolean =>
  isShown(surface) || (surface === null && visibility.endsWith("ui") && writer.includes("/"));

/** The step that writes an artifact; undefined if its profile is gone or the author writes it. */
function stepOf(list: ProfileList | undefined, writer: string): ProfileStep | undefined {
  const [profile, step] = writer.split("/");
  return list?.profiles.find((one) => one.profile === profile)?.steps.find((one) => one.step === step);
}

/** Nothing if neither a step of the profile in use shows something here, nor anything is stored. */
export function SceneArtifacts({ scene }: { scene: SceneId }) {
  const { t } = useTranslation("part");
  const title = useLocalized();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { data, error, refetch } = useAnswer("artifact.list", { scene });
  const { data: list } = useAnswer("pipeline.list", { scene });
  if (error !== null) {
    return (
      <section aria-label={t("artifacts.label")} className="border-t border-line px-4 py-4">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  if (data === undefined) return null;
  const shown = data.artifacts.filter(isLeft);
  const known = new Set(shown.map(({ surface }) => surface));
  const inUse = list?.profiles.find(({ profile }) => profile === list.resolved?.profile);
  const awaited = (inUse?.steps ?? []).filter(({ surface }) => isShown(surface) && !known.has(surface));
  const nameOf = (entry: ArtifactEntry) => {
    const step = stepOf(list, entry.writer);
    return step === undefined ? entry.name : title(step.title);
  };
  return (
    <>
      {shown.map((entry) => (
        <ArtifactSection
          key={`${scene} ${entry.name}`}
          scene={scene}
          entry={entry}
          name={nameOf(entry)}
          writable={writable}
        />
      ))}
      {awaited.map((step) => (
        <section
          key={step.step}
          aria-label={title(step.title)}
          className="flex flex-col gap-1 border-t border-line px-4 py-4"
        >
          <h3 className="text-xs font-medium text-faint">{title(step.title)}</h3>
          <p className="text-sm text-subtle">{t("artifacts.none")}</p>
        </section>
      ))}
    </>
  );
}

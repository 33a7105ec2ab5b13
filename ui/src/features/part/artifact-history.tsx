// The versions of an artifact up to the one that counts here, newest first, and what was deleted.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useToday } from "@/components/use-today";
import { useAnswer } from "@/ipc/queries";
import type { ArtifactEntry, ArtifactValue } from "@/ipc/types";
import { pin, takeBack } from "./artifact-acts";
import { usePlaceName } from "./artifact-place";
import { ArtifactText } from "./artifact-text";

interface ArtifactHistoryProps {
  entry: ArtifactEntry;
  writable: boolean;
}

export function ArtifactHistory({ entry, writable }: ArtifactHistoryProps) {
  const { t } = useTranslation("part");
  const { name, subject } = entry;
  const { data, error, refetch } = useAnswer("artifact.history", { name, subject });
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState rows={3} />;
  const others = data.versions.filter(({ version }) => version !== entry.version.version);
  const deleted = data.deleted.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return (
    <div className="flex flex-col gap-1">
      {others.length === 0 && <p className="text-xs text-faint">{t("artifacts.noHistory")}</p>}
      <ol aria-label={t("artifacts.history")} className="flex flex-col">
        {others.map((version) => (
          <li key={version.version}>
            <Past entry={entry} version={version} writable={writable} />
          </li>
        ))}
      </ol>
      {deleted > 0 && <p className="text-xs text-faint">{t("artifacts.deleted", { n: deleted })}</p>}
    </div>
  );
}

function Past({ entry, version, writable }: ArtifactHistoryProps & { version: ArtifactValue }) {
  const { t, i18n } = useTranslation("part");
  const now = useToday();
  const placeOf = usePlaceName();
  const isPinned = version.pinned != null;
  return (
    <Disclosure
      title={
        <span className="font-normal">
          {t("artifacts.past", { n: version.version, place: placeOf(version.at) })}
        </span>
      }
      aside={
        <span className="shrink-0 text-xs text-faint">
          {momentWithin(version.created_at, now, i18n.language)}
        </span>
      }
    >
      <div className="flex flex-col gap-2 pl-4.5">
        <ArtifactText value={version.value} type={entry.content_type} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            disabled={!writable || version.pinned === "receipt"}
            onClick={() => void pin(entry, version.version, isPinned ? "off" : "on")}
          >
            {t(isPinned ? "artifacts.unpin" : "artifacts.pin")}
          </Button>
          <Button size="sm" disabled={!writable} onClick={() => void takeBack(entry, version.value)}>
            {t("artifacts.takeBack")}
          </Button>
        </div>
      </div>
    </Disclosure>
  );
}

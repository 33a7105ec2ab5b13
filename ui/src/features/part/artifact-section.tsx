// One panel or feed: its value as of the open scene, and what the author may do with it.
import { Ellipsis, EyeOff, History, Pencil, Pin, PinOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import type { ArtifactEntry, SceneId } from "@/ipc/types";
import { pin, withhold } from "./artifact-acts";
import { ArtifactEditor } from "./artifact-editor";
import { ArtifactHistory } from "./artifact-history";
import { usePlaceName } from "./artifact-place";
import { ArtifactText } from "./artifact-text";

interface ArtifactSectionProps {
  scene: SceneId;
  entry: ArtifactEntry;
  /** The title of the step that writes it. */
  name: string;
  writable: boolean;
}

export function ArtifactSection({ scene, entry, name, writable }: ArtifactSectionProps) {
  const { t } = useTranslation("part");
  const placeOf = usePlaceName();
  const [editing, setEditing] = useState(false);
  const isFeed = entry.surface?.startsWith("feed:") === true || entry.shown_as === "timeline";
  const [past, setPast] = useState(isFeed);
  const { version, withheld } = entry;
  const isPinned = version.pinned !== null && version.pinned !== undefined;
  return (
    <section aria-label={name} className="flex flex-col gap-2 border-t border-line px-4 py-4">
      <div className="flex min-w-0 items-center gap-2">
        <h3 className="min-w-0 truncate text-xs font-medium text-faint" title={name}>
          {name}
        </h3>
        {withheld && <Badge>{t("artifacts.withheld")}</Badge>}
        <span className="flex-1" />
        {!editing && (
          <IconButton
            icon={Pencil}
            size="sm"
            label={t("artifacts.edit", { name })}
            disabled={!writable}
            onClick={() => setEditing(true)}
          />
        )}
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} size="sm" label={t("artifacts.more", { name })} />}
          items={[
            {
              id: "history",
              label: t(past ? "artifacts.hideHistory" : "artifacts.history"),
              icon: History,
              onSelect: () => setPast(!past),
            },
            {
              id: "pin",
              label: t(isPinned ? "artifacts.unpin" : "artifacts.pin"),
              icon: isPinned ? PinOff : Pin,
              // A version that a receipt names stays.
              disabled: !writable || version.pinned === "receipt",
              onSelect: () => void pin(entry, version.version, isPinned ? "off" : "on"),
            },
            {
              id: "withhold",
              label: t(withheld ? "artifacts.allow" : "artifacts.withhold"),
              icon: EyeOff,
              disabled: !writable || (!withheld && entry.visibility !== "prompt_and_ui"),
              onSelect: () => void withhold(entry, name),
            },
          ]}
        />
      </div>
      {editing ? (
        <ArtifactEditor scene={scene} entry={entry} name={name} onEnd={() => setEditing(false)} />
      ) : (
        <ArtifactText value={version.value} type={entry.content_type} />
      )}
      <p className="text-xs break-words text-faint tabular-nums">
        {[
          t("artifacts.version", { n: version.version }),
          t("artifacts.upTo", { place: placeOf(version.at) }),
          t(`artifacts.by.${version.made_by}`),
          ...(isPinned ? [t("artifacts.pinned")] : []),
        ].join(" · ")}
      </p>
      {past && <ArtifactHistory entry={entry} writable={writable} />}
    </section>
  );
}

// The value of an artifact in the author's hands. The step that writes it builds on it next time.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { TextArea } from "@/components/text-area";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { ArtifactEntry, SceneId } from "@/ipc/types";

interface ArtifactEditorProps {
  scene: SceneId;
  entry: ArtifactEntry;
  name: string;
  onEnd: () => void;
}

/** JSON with an indent of its lines, or on one line; anything else as it is. */
function laidOut({ content_type }: ArtifactEntry, value: string, indent?: number): string {
  if (content_type !== "json") return value;
  try {
    return JSON.stringify(JSON.parse(value), null, indent);
  } catch {
    return value;
  }
}

export function ArtifactEditor({ scene, entry, name, onEnd }: ArtifactEditorProps) {
  const { t } = useTranslation("part");
  const [before] = useState(() => laidOut(entry, entry.version.value, 2));
  const [value, setValue] = useState(before);
  const { busy, failure, act } = useAct();
  const keep = async () => {
    const { name: of, subject, newest } = entry;
    const request = { name: of, subject, value: laidOut(entry, value), based_on: newest, at: scene };
    if (await act(() => call("artifact.set", request))) onEnd();
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing || busy) return;
        event.stopPropagation();
        onEnd();
      }}
    >
      <TextArea
        label={t("artifacts.value", { name })}
        hideLabel
        autoFocus
        value={value}
        onChange={setValue}
        hint={t("artifacts.editHint")}
      />
      {failure !== null && <FailureState failure={failure} />}
      <div className="flex justify-end gap-2">
        <Button size="sm" disabled={busy} onClick={onEnd}>
          {t("cancel", { ns: "components" })}
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={busy} disabled={value === before}>
          {t("artifacts.save")}
        </Button>
      </div>
    </form>
  );
}

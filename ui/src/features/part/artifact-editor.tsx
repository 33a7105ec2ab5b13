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

export function ArtifactEditor({ scene, entry, name, onEnd }: ArtifactEditorProps) {
  const { t } = useTranslation("part");
  const [value, setValue] = useState(entry.version.value);
  const { busy, failure, act } = useAct();
  const keep = async () => {
    const { name: of, subject, newest } = entry;
    const request = { name: of, subject, value, based_on: newest, at: scene };
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
        <Button
          size="sm"
          type="submit"
          variant="primary"
          busy={busy}
          disabled={value === entry.version.value}
        >
          {t("artifacts.save")}
        </Button>
      </div>
    </form>
  );
}

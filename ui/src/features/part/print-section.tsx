// Whether the open scene is printed.
import { useTranslation } from "react-i18next";
import { Switch } from "@/components/switch";
import { attempt } from "@/desk/attempt";
import { useDesk } from "@/desk/desk";
import { call } from "@/ipc/host";
import type { SceneView } from "@/ipc/types";

export function PrintSection({ scene }: { scene: SceneView }) {
  const { t } = useTranslation("part");
  const writable = useDesk((state) => state.project?.writable ?? false);
  return (
    <section aria-label={t("unprinted")} className="px-4 py-2 not-first:border-t not-first:border-line">
      <Switch
        label={t("unprinted")}
        description={t("unprintedHint")}
        checked={scene.not_for_print === true}
        disabled={!writable}
        onChange={(not_for_print) =>
          void attempt(() => call("manuscript.describe", { part: { scene: scene.id }, not_for_print }))
        }
      />
    </section>
  );
}

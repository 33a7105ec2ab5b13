// Chooses another generation of the scene to compare with.
import { useTranslation } from "react-i18next";
import { momentWithin } from "@/components/days";
import { Select } from "@/components/select";
import { useToday } from "@/components/use-today";
import { useAnswer } from "@/ipc/queries";
import type { GenerationId, SceneId } from "@/ipc/types";
import { letters } from "./candidates";

interface CompareWithProps {
  scene: SceneId;
  /** The compared generation. */
  id: GenerationId;
  onChoose: (other: GenerationId) => void;
}

export function CompareWith({ scene, id, onChoose }: CompareWithProps) {
  const { t, i18n } = useTranslation("context");
  const now = useToday();
  const { data } = useAnswer("generation.list", { scene });
  const all = data?.generations ?? [];
  const others = all.filter((one) => one.id !== id);
  if (others.length === 0) return null;
  const letterOf = letters(all);
  return (
    <Select
      label={t("compare.with")}
      size="sm"
      value={null}
      placeholder={t("compare.choose")}
      onChange={(chosen) => onChoose(Number(chosen))}
      options={others.map((one) => {
        const letter = letterOf.get(one.id);
        const act = t(`acts.${one.act}`);
        const named = letter === undefined ? act : t("candidate", { act, letter });
        return {
          value: String(one.id),
          label: t("of", { act: named, when: momentWithin(one.created_at, now, i18n.language) }),
          hint: one.model,
        };
      })}
    />
  );
}

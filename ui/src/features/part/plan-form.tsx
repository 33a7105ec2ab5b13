// The fields of a scene's plan. Each saves automatically and sends only itself.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { NamesField } from "@/components/names-field";
import { SuggestField } from "@/components/suggest-field";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { useKept } from "@/desk/use-kept";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { SceneId } from "@/ipc/types";
import { namedOf, type Plan, SAVE_DEBOUNCE, wrongIn } from "./plan";

interface PlanFormProps {
  scene: SceneId;
  plan: Plan;
  writable: boolean;
}

export function PlanForm({ scene, plan, writable }: PlanFormProps) {
  const { t } = useTranslation("part");
  const names = useAnswer("mentions.names", {}).data;
  const people = useMemo(() => (names === undefined ? [] : namedOf(names, "character")), [names]);
  const places = useMemo(() => (names === undefined ? [] : namedOf(names, "location")), [names]);
  const location = usePlanField(scene, plan, "location");
  const time = usePlanField(scene, plan, "story_time");
  const characters = usePlanField(scene, plan, "characters");
  const pov = usePlanField(scene, plan, "pov");
  const conflict = usePlanField(scene, plan, "conflict");
  const turn = usePlanField(scene, plan, "turning_point");
  const failed = [location, time, characters, pov, conflict, turn].find(({ failure }) => failure !== null);
  const readOnly = !writable;
  return (
    <div className="flex flex-col gap-4 pt-3">
      <p className="text-xs break-words text-faint">{t("plan.hint")}</p>
      {failed?.failure != null && <FailureState failure={failed.failure} onRetry={failed.flush} />}
      <SuggestField
        label={t("plan.location")}
        suggestions={places}
        {...textProps(location, readOnly)}
        onLeave={location.flush}
      />
      <TextField
        label={t("plan.story_time")}
        placeholder={t("plan.storyTimePlaceholder")}
        {...textProps(time, readOnly)}
        onBlur={time.flush}
      />
      <NamesField
        label={t("plan.characters")}
        placeholder={readOnly ? undefined : t("plan.charactersPlaceholder")}
        value={characters.value}
        onChange={characters.change}
        onLeave={characters.flush}
        suggestions={people}
        error={characters.error}
        readOnly={readOnly}
      />
      <SuggestField
        label={t("plan.pov")}
        suggestions={people}
        {...textProps(pov, readOnly)}
        onLeave={pov.flush}
      />
      <TextArea
        label={t("plan.conflict")}
        placeholder={t("plan.conflictPlaceholder")}
        rows={2}
        maxRows={10}
        {...textProps(conflict, readOnly)}
        onBlur={conflict.flush}
      />
      <TextArea
        label={t("plan.turning_point")}
        placeholder={t("plan.turningPointPlaceholder")}
        rows={2}
        maxRows={10}
        {...textProps(turn, readOnly)}
        onBlur={turn.flush}
      />
    </div>
  );
}

function usePlanField<K extends keyof Plan>(scene: SceneId, plan: Plan, name: K) {
  const { t } = useTranslation("part");
  const kept = useKept<Plan[K]>({
    stored: plan[name],
    keep: (next) => call("manuscript.describe", { part: { scene }, plan: { [name]: next } }),
    after: SAVE_DEBOUNCE,
    allowed: (next) => wrongIn(next) === null,
  });
  const wrong = wrongIn(kept.value);
  const error = wrong === null ? undefined : t(wrong === "manyNames" ? "plan.manyNames" : "fieldLong");
  return { ...kept, error };
}

function textProps({ value, change, error }: TextPlanField, readOnly: boolean) {
  return { value, onChange: change, error, readOnly };
}

interface TextPlanField {
  value: string;
  change: (value: string) => void;
  error: string | undefined;
}

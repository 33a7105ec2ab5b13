// The profile of one request: the one that is set, or another for this time.
import { useTranslation } from "react-i18next";
import { useLocalized } from "@/components/localized";
import { Select } from "@/components/select";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { Act } from "@/ipc/types";
import { titleIn } from "./profile-chip";

interface ProfileFieldProps {
  act: Act;
  /** null for the one that is set. */
  value: string | null;
  onChange: (profile: string | null) => void;
}

/** No id of a profile: those have no spaces. An empty value would count as none chosen. */
const AS_SET = "as set";

export function ProfileField({ act, value, onChange }: ProfileFieldProps) {
  const { t } = useTranslation("drafting");
  const title = useLocalized();
  const scene = useDesk((state) => state.scene);
  const { data } = useAnswer("pipeline.list", scene === null ? null : { scene, act });
  if (data?.resolved == null) return null;
  const { profile, level } = data.resolved;
  const fits = data.profiles.filter(({ acts }) => acts.length === 0 || acts.includes(act));
  const asSet = t("profile.asSet", {
    name: title(titleIn(data, profile)),
    level: t(`profileLevels.${level}`, { ns: "components" }),
  });
  return (
    <Select
      label={t("profile.label")}
      value={value ?? AS_SET}
      onChange={(next) => onChange(next === AS_SET ? null : next)}
      options={[
        { value: AS_SET, label: asSet },
        ...fits.map((one) => ({ value: one.profile, label: title(one.title), hint: title(one.description) })),
      ]}
    />
  );
}

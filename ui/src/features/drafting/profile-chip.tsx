// Which profile the texts of a scene get, and where it was set; a press chooses another one.
import { Route, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocalized } from "@/components/localized";
import { openDialog } from "@/desk/desk";
import { useSending } from "@/desk/sending";
import { useAnswer } from "@/ipc/queries";
import type { Act, ProfileLevel, ProfileList, SceneId } from "@/ipc/types";

/** The profile without steps. */
const PLAIN = "plain";

/** The title of a profile, and its id if it is unknown. */
export function titleIn(list: ProfileList, id: string): { zh: string; en: string } {
  return list.profiles.find(({ profile }) => profile === id)?.title ?? { zh: id, en: id };
}

interface ProfileChipProps {
  scene: SceneId;
  act: Act;
  /** The profile that the running act was asked for with. */
  asked: string | null;
}

/** Nothing for texts without a profile. */
export function ProfileChip({ scene, act, asked }: ProfileChipProps) {
  const { t } = useTranslation("drafting");
  const title = useLocalized();
  const { data } = useAnswer("pipeline.list", { scene, act });
  const next = useSending((state) => state.profiles.get(scene) ?? null);
  const once = asked ?? next;
  if (data?.resolved == null) return null;
  const { resolved } = data;
  const profile = once ?? resolved.profile;
  const level: ProfileLevel = once === null ? resolved.level : "asked";
  const [gone] = once === null ? resolved.gone : [];
  if (profile === PLAIN && gone === undefined) return null;
  const name = title(titleIn(data, profile));
  const label = t("profile.chip", { name, level: t(`profileLevels.${level}`, { ns: "components" }) });
  const missing =
    gone === undefined
      ? ""
      : t("profile.gone", {
          profile: gone.profile,
          level: t(`profileLevels.${gone.level}`, { ns: "components" }),
        });
  return (
    <button
      type="button"
      title={[label, missing, t("profile.change")].filter((line) => line !== "").join("\n")}
      onClick={() => openDialog({ name: "choose-profile", act })}
      className="flex h-5 min-w-0 items-center gap-1 rounded-sm border border-line px-1.5 text-xs text-subtle hover:bg-surface-hover hover:text-ink"
    >
      {missing === "" ? (
        <Route size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />
      ) : (
        <TriangleAlert size={12} strokeWidth={1.75} aria-hidden className="shrink-0 text-warning" />
      )}
      <span className="truncate">{label}</span>
      {missing !== "" && <span className="sr-only">{missing}</span>}
    </button>
  );
}

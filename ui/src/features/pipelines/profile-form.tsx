// The title of a profile, what it is for, and how long a text waits.
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { SeveralField } from "@/components/input-form";
import { type Fields, wordsIn } from "@/components/input-shape";
import { NumberField } from "@/components/number-field";
import { TextField } from "@/components/text-field";
import { PROSE_ACTS } from "@/desk/prose-acts";
import { changed, renamed, shownIn, stepsIn, wordsOf } from "./draft";
import type { Edit } from "./step-forms";

/** How long a text waits when the profile does not say, in seconds. */
const USUAL_PATIENCE = 20;

/** Words that stand alone begin with a capital. */
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface ProfileFormProps {
  profile: Fields;
  faultAt: (pointer: string, label: string) => string | undefined;
  onEdit: Edit;
}

export function ProfileForm({ profile, faultAt, onEdit }: ProfileFormProps) {
  const { t, i18n } = useTranslation("pipelines");
  const isPatient = stepsIn(profile, "pre").some((step) => step.required === false);
  const isFaulty = ["/description", "/for", "/patience_s"].some(
    (pointer) => faultAt(pointer, "") !== undefined,
  );
  const words = (name: "title" | "description") => {
    const label = t(`profile.${name}`);
    const both = wordsOf(profile[name]);
    return {
      label,
      ...shownIn(both, i18n.language),
      error: faultAt(`/${name}`, label),
      onChange: (next: string) =>
        onEdit(changed(profile, [name], renamed(both, i18n.language, next)), `/${name}`),
    };
  };
  return (
    <section aria-label={t("editing")} className="flex flex-col gap-3">
      <div data-pointer="/title">
        <TextField {...words("title")} />
      </div>
      <Disclosure title={t("profile.more")} begins={isFaulty ? "open" : "folded"}>
        <div className="flex flex-col gap-3 pl-4.5">
          <div data-pointer="/description">
            <TextField {...words("description")} optional />
          </div>
          <div data-pointer="/for">
            <SeveralField
              label={t("profile.acts")}
              hint={t("profile.actsText")}
              error={faultAt("/for", t("profile.acts"))}
              value={wordsIn(profile.for)}
              options={PROSE_ACTS.map((act) => ({ value: act, label: capital(t(`acts.${act}`)) }))}
              onChange={(acts) => onEdit(changed(profile, ["for"], acts.length > 0 ? acts : undefined), null)}
            />
          </div>
          {isPatient && (
            <div data-pointer="/patience_s">
              <NumberField
                className="w-80 max-w-full"
                label={t("profile.patience")}
                value={typeof profile.patience_s === "number" ? profile.patience_s : USUAL_PATIENCE}
                min={0.1}
                max={600}
                error={faultAt("/patience_s", t("profile.patience"))}
                onChange={(next) =>
                  onEdit(changed(profile, ["patience_s"], next ?? undefined), "/patience_s")
                }
              />
            </div>
          )}
        </div>
      </Disclosure>
    </section>
  );
}

// The `choose-profile` dialog: which profile the texts of the open scene get, this time or from now on.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { RadioGroup } from "@/components/radio-group";
import { Select } from "@/components/select";
import { closeDialog, isWritable, useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { profileOnce, setProfileOnce } from "@/desk/sending";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Act, OutlineView, ProfileList, ProfileView, SceneId, Subject } from "@/ipc/types";
import { FOLLOW, isFor, LEVELS, type Level, onlyAt, setAt, subjectAt } from "./levels";
import { inOrder } from "./profile-list";

export function ChooseProfileDialog() {
  const dialog = useDesk((state) => state.dialog);
  const scene = useDesk((state) => state.scene);
  if (dialog?.name !== "choose-profile" || scene === null) return null;
  return <Loaded scene={scene} act={dialog.act} first={dialog.profile ?? null} />;
}

interface LoadedProps {
  scene: SceneId;
  act: Act;
  /** The profile to begin with; null for the one that is set. */
  first: string | null;
}

function Loaded({ scene, act, first }: LoadedProps) {
  const { t } = useTranslation("pipelines");
  const list = useAnswer("pipeline.list", { scene, act });
  const outline = useAnswer("manuscript.outline", {});
  if (list.data !== undefined && outline.data !== undefined)
    return <Choose scene={scene} act={act} first={first} list={list.data} outline={outline.data} />;
  const failure = list.error ?? outline.error;
  return (
    <Dialog open onClose={closeDialog} title={t("choose.title")}>
      {failure === null ? (
        <LoadingState rows={6} />
      ) : (
        <FailureState failure={failure} onRetry={() => void list.refetch()} />
      )}
    </Dialog>
  );
}

interface Choice {
  subject: Subject | null;
  act: Act;
  /** Only for this act. */
  only: boolean;
  /** null to follow the next level. */
  profile: string | null;
}

/** Sets the profile of a part of the novel, or of the machine. */
async function setProfile(uses: ProfileList["uses"], { subject, act, only, profile }: Choice): Promise<void> {
  await call("pipeline.use", { subject, ...(only && { act }), profile });
  // A choice for this act alone would come before the one for every act.
  if (!only && onlyAt(uses, subject, act)) await call("pipeline.use", { subject, act, profile: null });
}

interface ChooseProps extends LoadedProps {
  list: ProfileList;
  outline: OutlineView;
}

function Choose({ scene, act, first, list, outline }: ChooseProps) {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  const place = locate(outline, scene);
  const subjectOf = (level: Level): Subject | null => subjectAt(level, scene, place);
  const set = (level: Level): string | null =>
    level === "asked" ? profileOnce(scene) : setAt(list.uses, subjectOf(level), act);
  const [level, setLevel] = useState<Level>("asked");
  const [chosen, setChosen] = useState<string>(first ?? set("asked") ?? FOLLOW);
  const [only, setOnly] = useState(false);
  const { busy, failure, act: run } = useAct();
  const nameOf = (id: string) =>
    title(list.profiles.find(({ profile }) => profile === id)?.title ?? { zh: id, en: id });
  const levelName = (one: Level) => t(`profileLevels.${one}`, { ns: "components" });

  const toLevel = (next: Level) => {
    setLevel(next);
    setOnly(next !== "asked" && onlyAt(list.uses, subjectOf(next), act));
    if (first === null) setChosen(set(next) ?? FOLLOW);
  };
  const keep = () =>
    run(async () => {
      const profile = chosen === FOLLOW ? null : chosen;
      if (level === "asked") setProfileOnce(scene, profile);
      else await setProfile(list.uses, { subject: subjectOf(level), act, only, profile });
      closeDialog();
      const words = profile === null ? "choose.followed" : "choose.chosen";
      notify({ text: t(words, { level: levelName(level), name: profile === null ? "" : nameOf(profile) }) });
    });
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void keep()}
      title={t("choose.title")}
      footer={
        <>
          <Button disabled={busy} onClick={closeDialog}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t("choose.set")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== null && <FailureState failure={failure} />}
        {list.resolved?.gone.map(({ level: at, profile }) => (
          <p key={at} className="rounded-lg bg-warning-soft px-3 py-2 text-sm">
            {t("choose.gone", { profile, level: t(`profileLevels.${at}`, { ns: "components" }) })}
          </p>
        ))}
        <Select<Level>
          label={t("choose.level")}
          value={level}
          onChange={toLevel}
          options={LEVELS.map((one) => {
            const now = set(one);
            return {
              value: one,
              label: levelName(one),
              hint: now === null ? t("choose.nothing") : nameOf(now),
              disabled: one !== "asked" && one !== "machine" && !isWritable(),
            };
          })}
        />
        <RadioGroup
          label={t("choose.profile")}
          value={chosen}
          onChange={setChosen}
          options={[
            level === "asked"
              ? {
                  value: FOLLOW,
                  label: t("choose.followOnce"),
                  description:
                    list.resolved === null
                      ? undefined
                      : t("choose.followOnceText", {
                          name: nameOf(list.resolved.profile),
                          level: t(`profileLevels.${list.resolved.level}`, { ns: "components" }),
                        }),
                }
              : { value: FOLLOW, label: t("choose.follow"), description: t("choose.followText") },
            ...inOrder(list.profiles).map((one) => optionOf(one)),
          ]}
        />
        {level !== "asked" && (
          <Checkbox label={t("choose.only", { act: t(`acts.${act}`) })} checked={only} onChange={setOnly} />
        )}
      </div>
    </Dialog>
  );

  function optionOf(one: ProfileView) {
    const fits = isFor(one, act);
    return {
      value: one.profile,
      label: title(one.title),
      description: fits ? title(one.description) : t("choose.notFor", { act: t(`acts.${act}`) }),
      disabled: !fits && level === "asked",
    };
  }
}

// Asks before a profile is replaced or removed with something that depends on it: what is lost, and what applies then.
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useLocalized } from "@/components/localized";
import { useAnswer } from "@/ipc/queries";
import type { OutlineView, ProfileLeftUse, ProfilePlace } from "@/ipc/types";
import { importFile, importOver, remove } from "./acts";
import { FaultList } from "./fault-list";
import { type NoProfile, useProfiles } from "./state";

const close = () => useProfiles.setState({ refused: null });

export function RefusedDialog() {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  const refused = useProfiles((state) => state.refused);
  if (refused === null) return null;
  if (refused.act === "remove") {
    const { name, profile, uses } = refused;
    return (
      <ConfirmDialog
        open
        danger
        title={t("inUse.title", { name })}
        text={t("inUse.text")}
        confirmLabel={t("remove")}
        onConfirm={() => {
          close();
          void remove(name, profile, true);
        }}
        onCancel={close}
      >
        <Uses uses={uses} />
      </ConfirmDialog>
    );
  }
  if (refused.act === "read") return <NotRead name={refused.name} to={refused.to} file={refused.file} />;
  const { path, to, lost } = refused;
  const [name, version] = [title(lost.title), lost.version];
  return (
    <ConfirmDialog
      open
      danger
      title={t("replace.title", { name })}
      text={[
        t("replace.text", { version }),
        lost.lost.length > 0 ? t("replace.lost", { steps: lost.lost.map(stepOf).join(t("between")) }) : "",
        t(`replace.kept.${to}`),
      ]
        .filter(Boolean)
        .join(" ")}
      confirmLabel={t("replace.confirm")}
      onConfirm={() => {
        close();
        void importOver(path, to);
      }}
      onCancel={close}
    />
  );
}

/** How many faults of a file are listed. */
const MAX_LISTED = 8;

/** A file that is not taken in: what it is, that nothing was changed, and what to do. */
function NotRead({
  name,
  to,
  file: { refusal, errors },
}: {
  name: string;
  to: ProfilePlace;
  file: NoProfile;
}) {
  const { t } = useTranslation("pipelines");
  const more = errors.length - MAX_LISTED;
  return (
    <ConfirmDialog
      open
      title={t(`notProfile.${refusal}.title`, { name })}
      text={
        <>
          <p>{t(`notProfile.${refusal}.text`)}</p>
          <p>{t("notProfile.safe")}</p>
        </>
      }
      confirmLabel={t("notProfile.again")}
      cancelLabel={t("notProfile.close")}
      onConfirm={() => {
        close();
        void importFile(to);
      }}
      onCancel={close}
    >
      {errors.length > 0 && <FaultList faults={errors.slice(0, MAX_LISTED)} />}
      {more > 0 && <p className="px-1 text-xs text-subtle">{t("notProfile.more", { n: more })}</p>}
    </ConfirmDialog>
  );
}

/** The id of a step without its phase. */
const stepOf = (step: string) => step.split("/").at(-1) ?? step;

function Uses({ uses }: { uses: readonly ProfileLeftUse[] }) {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  const { data: outline } = useAnswer("manuscript.outline", {});
  const { data: list } = useAnswer("pipeline.list", {});
  const nameOf = (id: string) => {
    const found = list?.profiles.find(({ profile }) => profile === id);
    return found === undefined ? id : title(found.title);
  };
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-sm">
      {uses.map((use) => (
        <li key={JSON.stringify([use.subject, use.act])}>
          {t("inUse.at", {
            place: placeOf(t, use, outline),
            act: use.act === "*" ? t("inUse.everyAct") : t(`acts.${use.act}`),
            name: nameOf(use.applies),
          })}
        </li>
      ))}
    </ul>
  );
}

/** The name of the part in which a profile is set. */
function placeOf(t: TFunction<"pipelines">, use: ProfileLeftUse, outline: OutlineView | undefined): string {
  const { subject } = use;
  if (subject === null) return t("origins.machine");
  if (subject === "novel") return t("origins.novel");
  const volumes = outline?.volumes ?? [];
  if ("volume" in subject) {
    const found = volumes.find(({ id }) => id === subject.volume);
    return t("inUse.volume", { name: found?.title || subject.volume });
  }
  const chapters = volumes.flatMap((volume) => volume.chapters);
  if ("chapter" in subject) {
    const found = chapters.find(({ id }) => id === subject.chapter);
    return t("inUse.chapter", { name: found?.title || subject.chapter });
  }
  const chapter = chapters.find(({ scenes }) => scenes.some(({ id }) => id === subject.scene));
  const at = chapter?.scenes.findIndex(({ id }) => id === subject.scene) ?? -1;
  const scene = chapter?.scenes[at]?.title || (at < 0 ? String(subject.scene) : t("try.nth", { n: at + 1 }));
  return t("try.scene", { chapter: chapter?.title || t("try.unnamed"), scene });
}

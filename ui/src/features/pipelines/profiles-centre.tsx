// The profiles in the centre of the window: the list, and the chosen one with its steps or its JSON.
import { Ellipsis, FileDown, FileUp, Route, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { CentreHeader } from "@/components/centre-header";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { Menu } from "@/components/menu";
import { useLeaving } from "@/components/use-leaving";
import { openDialog, show, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { ProfileView } from "@/ipc/types";
import { exportFile, importFile, openText, remove, trust } from "./acts";
import { profileIn, wordsOf } from "./draft";
import { DraftViews } from "./draft-views";
import { NotesUnread } from "./notes-unread";
import { ProfileEditor } from "./profile-editor";
import { choose, inOrder, ProfileList, ProfileSelect } from "./profile-list";
import { ProfileSteps } from "./profile-steps";
import { RefusedDialog } from "./refused-dialog";
import { guard, leaving, useProfiles } from "./state";

export function ProfilesCentre({ profile }: { profile: string | undefined }) {
  const { t } = useTranslation("pipelines");
  const { data, error, refetch } = useAnswer("pipeline.list", {});
  const chosen = useProfiles((state) => state.chosen);
  const profiles = inOrder(data?.profiles ?? []);
  const current = profiles.find((one) => one.profile === chosen) ?? profiles[0];
  const writable = useDesk((state) => state.project?.writable ?? false);
  useEffect(() => {
    if (profile !== undefined) choose(profile);
  }, [profile]);
  useEffect(guard, []);

  const back = () => show({ kind: "writing" });
  return (
    <section
      {...useLeaving(back)}
      aria-label={t("title")}
      className="@container flex h-full min-h-0 flex-col bg-page text-ink outline-hidden"
    >
      <CentreHeader title={t("title")} backLabel={t("back")} onBack={back}>
        <div className="flex min-w-0 flex-1 @3xl:hidden">
          {profiles.length > 0 && <ProfileSelect profiles={profiles} current={current} />}
        </div>
        <span className="hidden flex-1 @3xl:block" />
        <Button
          size="sm"
          icon={FileUp}
          onClick={() => leaving(() => void importFile(writable ? "novel" : "machine"))}
        >
          {t("import")}
        </Button>
      </CentreHeader>
      {error !== null && data === undefined ? (
        <div className="mx-auto w-full max-w-140 p-6">
          <FailureState failure={error} onRetry={() => void refetch()} />
        </div>
      ) : data === undefined ? (
        <LoadingState rows={8} className="p-3" />
      ) : current === undefined ? (
        <EmptyState icon={Route} title={t("title")} />
      ) : (
        <div className="flex min-h-0 flex-1">
          <nav
            aria-label={t("list")}
            className="hidden w-52 shrink-0 flex-col border-r border-line bg-surface pt-1.5 @3xl:flex"
          >
            <ProfileList profiles={profiles} current={current} />
          </nav>
          <Chosen key={current.profile} profile={current} />
        </div>
      )}
      <LeaveDialog />
      <RefusedDialog />
    </section>
  );
}

function Chosen({ profile }: { profile: ProfileView }) {
  const title = useLocalized();
  const draft = useProfiles((state) => state.draft);
  const name = title(profile.title);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Header profile={profile} name={name} />
      {draft === null ? (
        <div className="mx-auto flex min-h-0 w-full max-w-160 flex-1 flex-col gap-4 overflow-y-auto p-4">
          <Facts profile={profile} name={name} />
          <ProfileSteps profile={profile} />
        </div>
      ) : (
        <ProfileEditor name={name} text={draft} from={profile.origin === "machine" ? "machine" : "novel"} />
      )}
    </div>
  );
}

function Header({ profile, name }: { profile: ProfileView; name: string }) {
  const { t } = useTranslation("pipelines");
  const scene = useDesk((state) => state.scene);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const draft = useProfiles((state) => state.draft);
  const isEditing = draft !== null;
  /** What the draft calls itself: a copy has a title of its own. */
  const own = useLocalized()(wordsOf(profileIn(draft ?? "")?.title));
  const isOwn = profile.origin !== "shipped";
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-surface py-2 pr-2 pl-3">
      <h3 className="min-w-0 truncate text-sm font-medium">{own || name}</h3>
      <Badge>{t(isEditing && !isOwn ? "copy" : `origins.${profile.origin}`)}</Badge>
      <span className="flex-1" />
      {isEditing && <DraftViews />}
      {!isEditing && (
        <>
          <Button
            size="sm"
            disabled={scene === null}
            onClick={() => openDialog({ name: "choose-profile", act: "draft", profile: profile.profile })}
          >
            {t("use")}
          </Button>
          <Button
            size="sm"
            onClick={() => openDialog({ name: "try-profile", profile: profile.profile, title: name })}
          >
            {t("tryOut")}
          </Button>
          <Button size="sm" onClick={() => void openText(profile)}>
            {t(isOwn ? "editOwn" : "edit")}
          </Button>
        </>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t("more")} />}
        items={[
          { id: "export", label: t("export"), icon: FileDown, onSelect: () => void exportFile(profile) },
          {
            id: "remove",
            label: t("remove"),
            icon: Trash2,
            danger: true,
            disabled: !isOwn || (profile.origin === "novel" && !writable),
            onSelect: () => leaving(() => void remove(name, profile)),
          },
        ]}
      />
    </header>
  );
}

function Facts({ profile, name }: { profile: ProfileView; name: string }) {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  const acts = profile.acts.map((act) => t(`acts.${act}`)).join(t("between"));
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="break-words">{title(profile.description)}</p>
      <p className="text-xs text-faint">{acts === "" ? t("forAll") : t("forActs", { acts })}</p>
      <NotesUnread profile={profile} />
      {profile.untrusted && (
        <div className="flex flex-wrap items-center gap-2 rounded-lg bg-warning-soft px-3 py-2">
          <p className="min-w-40 flex-1">{t("untrusted")}</p>
          <Button size="sm" onClick={() => void trust(name, profile)}>
            {t("trust")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Confirmation before unsaved changes are lost. */
function LeaveDialog() {
  const { t } = useTranslation("pipelines");
  const asks = useProfiles((state) => state.asks);
  return (
    <ConfirmDialog
      open={asks !== null}
      danger
      title={t("leave.title")}
      text={t("leave.text")}
      confirmLabel={t("discard")}
      onConfirm={() => asks?.()}
      onCancel={() => useProfiles.setState({ asks: null })}
    />
  );
}

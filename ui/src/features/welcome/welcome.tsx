// The window without an open project: create, open, or continue a recent one.
import { BookMarked, FileInput, FolderOpen, Info, Languages, type LucideIcon, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { Kbd } from "@/components/kbd";
import { LoadingState } from "@/components/loading-state";
import { Spinner } from "@/components/spinner";
import { openDialog, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { useKeys } from "@/desk/shortcuts";
import { toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import { Look } from "./look";
import { chooseProject, openSample, useOpening } from "./opening";
import { OpeningProblem, useProblem } from "./opening-problem";
import { RecentList } from "./recent-list";

/** The page as the main landmark of the window. */
export function Welcome() {
  return (
    <main className="h-full">
      <WelcomePage />
    </main>
  );
}

export function WelcomePage() {
  const { t } = useTranslation("welcome");
  const application = useDesk((desk) => desk.application);
  const problem = useProblem();
  const [noted, setNoted] = useState(false);
  return (
    <div className="flex h-full flex-col bg-surface">
      <div className="@container min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-210 flex-col gap-8 px-10 pt-[15vh] pb-10">
          <Wordmark />
          {application?.settings_were_broken === true && !noted && (
            <div className="flex items-start gap-2 text-sm text-subtle">
              <Info size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
              <p className="min-w-0 flex-1 break-words">{t("dropped")}</p>
              <Button size="sm" variant="ghost" onClick={() => setNoted(true)}>
                {t("dismiss")}
              </Button>
            </div>
          )}
          {problem !== null && <OpeningProblem {...problem} />}
          <div className="grid grid-cols-[minmax(15rem,max-content)_minmax(0,1fr)] gap-x-14 gap-y-8 @max-[44rem]:grid-cols-1">
            <Start />
            <Recent />
          </div>
        </div>
      </div>
      <div className="flex items-center justify-between gap-4 px-5 py-3">
        <button
          type="button"
          title={t("about")}
          className="rounded-sm px-1 text-xs text-faint transition-colors hover:text-ink"
          onClick={() => openDialog({ name: "about" })}
        >
          {`${t("name")} ${application?.version ?? ""}`.trim()}
        </button>
        <Look />
      </div>
    </div>
  );
}

function Wordmark() {
  const { t, i18n } = useTranslation("welcome");
  return (
    <h1 className="flex items-baseline gap-4">
      <span className="font-reading text-[2.75rem] leading-none font-semibold tracking-[0.18em]" lang="zh">
        文房
      </span>
      {i18n.language !== "zh" && <span className="text-lg text-faint">{t("name")}</span>}
    </h1>
  );
}

function Start() {
  const { t } = useTranslation("welcome");
  const keys = useKeys();
  const opensSample = useOpening((opening) => opening.busy === "");
  const open = () =>
    void chooseProject().catch((thrown) => notify({ text: toFailure(thrown).message, tone: "danger" }));
  return (
    <section aria-label={t("start")} className="-mx-2.5 flex flex-col gap-px">
      <h2 className="mb-1.5 px-2.5 text-xs text-faint">{t("start")}</h2>
      <StartRow
        icon={Plus}
        label={t("newNovel")}
        keys={keys.get("project.new")}
        onClick={() => openDialog({ name: "new-project" })}
      />
      <StartRow icon={FolderOpen} label={t("open")} keys={keys.get("project.open")} onClick={open} />
      <StartRow
        icon={FileInput}
        label={t("importText")}
        keys={keys.get("transfer.import")}
        onClick={() => openDialog({ name: "import" })}
      />
      <StartRow
        icon={BookMarked}
        label={t("sample")}
        busy={opensSample}
        onClick={() => void openSample("own")}
      />
      <StartRow icon={Languages} label={t("otherSample")} onClick={() => void openSample("other")} />
    </section>
  );
}

interface StartRowProps {
  icon: LucideIcon;
  label: string;
  keys?: string | undefined;
  busy?: boolean;
  onClick: () => void;
}

function StartRow({ icon: Icon, label, keys, busy = false, onClick }: StartRowProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      onClick={() => {
        if (!busy) onClick();
      }}
      className={cx(
        "flex h-9 items-center gap-3 rounded-md px-2.5 text-left text-base transition-colors",
        "hover:bg-surface-hover -outline-offset-2",
      )}
    >
      {busy ? (
        <Spinner />
      ) : (
        <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-accent" />
      )}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys !== undefined && <Kbd keys={keys} />}
    </button>
  );
}

function Recent() {
  const { t } = useTranslation("welcome");
  const answer = useAnswer("recent.list", {});
  const first = useDesk((desk) => desk.application?.recent);
  const projects = answer.data?.projects ?? first;
  return (
    <section aria-label={t("recent.title")} className="flex min-w-0 flex-col gap-1.5">
      <h2 className="px-2.5 text-xs text-faint">{t("recent.title")}</h2>
      {projects === undefined ? (
        answer.error === null ? (
          <LoadingState rows={4} />
        ) : (
          <FailureState failure={answer.error} onRetry={() => void answer.refetch()} />
        )
      ) : projects.length === 0 ? (
        <EmptyState
          compact
          title={t("recent.empty")}
          text={t("recent.emptyText")}
          className="mx-0! items-start px-2.5! py-2! text-left"
        />
      ) : (
        <RecentList projects={projects} />
      )}
    </section>
  );
}

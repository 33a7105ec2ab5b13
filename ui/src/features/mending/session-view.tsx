// A mending: what waits for the author, its scenes and issues, why it stopped, and what was done.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge, type BadgeTone } from "@/components/badge";
import { Button } from "@/components/button";
import { momentName } from "@/components/days";
import { DetailPane } from "@/components/detail-pane";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useToday } from "@/components/use-today";
import { showItem, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type {
  MendedSceneView,
  MendIssueView,
  MendingDetail,
  MendSessionId,
  RunId,
  SceneFate,
} from "@/ipc/types";
import { accept, exportMending, isWaiting, showMending, takeBack } from "./acts";
import { AuditRecord } from "./audit-record";
import { abandonDamaged, recheck } from "./by-hand";
import { IssueRow } from "./issue-row";
import type { MendingViewProps } from "./mending-view";
import { MissingText } from "./missing-text";
import { PolicyDialog } from "./policy-dialog";
import { type Standing, standingOf, useRunsAtWork } from "./runs";
import { countsOf, countWords, reasonWords, roundWords, spentWords } from "./say";
import { SessionActs } from "./session-acts";
import { useMendings } from "./state";
import { useSceneName, useSessionName } from "./use-name";
import { Weights } from "./weights";

export function SessionView({ session, onBack }: MendingViewProps) {
  const { t } = useTranslation("mending");
  const { data, error, refetch } = useAnswer("mend.show", { session });
  const name = useSessionName(data?.session);
  const takesFocus = useMendings((state) => state.takesFocus);
  const { busy, act } = useAct();
  useEffect(() => {
    if (takesFocus) useMendings.setState({ takesFocus: false });
  }, [takesFocus]);
  return (
    <DetailPane
      takesFocus={takesFocus ? () => true : undefined}
      title={name === "" ? undefined : name}
      backLabel={t("session.back")}
      onBack={onBack}
    >
      <div className="min-h-0 flex-1 overflow-y-auto pb-6">
        {data !== undefined ? (
          <Session detail={data} />
        ) : error !== null ? (
          <div className="p-3">
            <FailureState
              failure={error}
              title={t("session.failed")}
              onRetry={() => void refetch()}
              actions={
                error.code === "damaged" && (
                  <Button size="sm" busy={busy} onClick={() => void act(() => abandonDamaged(session))}>
                    {t("damaged.abandon")}
                  </Button>
                )
              }
            />
          </div>
        ) : (
          <LoadingState rows={8} className="pt-2" />
        )}
      </div>
    </DetailPane>
  );
}

function Session({ detail }: { detail: MendingDetail }) {
  const { t } = useTranslation("mending");
  const atWork = useRunsAtWork();
  const { busy, act } = useAct();
  const standing = standingOf(detail.session, atWork);
  const { scenes, issues } = detail;
  const isOpen = standing === "waiting" || standing === "stopped";
  const waiting = isOpen ? scenes.filter(isWaiting) : [];
  return (
    <>
      <Head detail={detail} standing={standing} />
      {waiting.length > 0 && <Waiting detail={detail} scenes={waiting} />}
      <section aria-label={t("session.scenes")} className="flex flex-col">
        {scenes.length === 0 && <p className="px-3 text-sm text-subtle">{t("session.none")}</p>}
        {scenes.map((scene) => (
          <Scene
            key={scene.scene}
            session={detail.session.id}
            scene={scene}
            standing={standing}
            issues={issues.filter((issue) => issue.scene === scene.scene)}
          />
        ))}
      </section>
      <div className="border-t border-line px-3 pt-2">
        <RunLink run={detail.session.run} />
        <AuditRecord session={detail.session.id} version={detail.session.state_version} />
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          busy={busy}
          onClick={() => void act(() => exportMending(detail.session.id))}
        >
          {t("acts.export")}
        </Button>
      </div>
    </>
  );
}

function Head({ detail, standing }: { detail: MendingDetail; standing: Standing }) {
  const { t, i18n } = useTranslation("mending");
  const today = useToday();
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const [isChanging, setChanging] = useState(false);
  const { session, scenes, note } = detail;
  const hasEnded = session.ended_at !== null;
  const isTaken = scenes.some(({ fate }) => fate === "accepted" || fate === "partly");
  const facts = [
    momentName(session.created_at, today, i18n.language),
    roundWords(t, session, standing === "working"),
    countWords(t, session.issues),
  ];
  return (
    <header className="flex flex-col gap-2 px-3 py-3">
      <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
        <Badge tone={TONES[standing]}>{t(`status.${standing}`)}</Badge>
        <span className="text-xs text-faint tabular-nums">{facts.filter(Boolean).join(t("between"))}</span>
      </p>
      {session.qc !== null && <p className="text-sm break-words text-danger">{t(`qc.${session.qc}`)}</p>}
      <p className="text-xs break-words text-faint tabular-nums">
        {spentWords(t, session.spent, i18n.language)}
      </p>
      {note !== "" && (
        <p className="text-sm break-words">
          <span className="text-xs text-faint">{t("session.note")}</span> {note}
        </p>
      )}
      {!hasEnded && standing === "waiting" && session.issues.open > 0 && (
        <p className="text-sm break-words text-subtle">
          {t("session.stillOpen", { n: figure(session.issues.open) })}
        </p>
      )}
      {detail.next_policy !== null && (
        <p className="text-xs break-words text-subtle tabular-nums">
          {t("policy.next", {
            rounds: figure(detail.next_policy.count),
            minutes: figure(Math.max(1, Math.round(detail.next_policy.time_budget_sec / 60))),
          })}
        </p>
      )}
      <SessionActs session={session} standing={standing} noLook />
      {!hasEnded && writable && (
        <Button size="sm" variant="ghost" className="-ml-2 self-start" onClick={() => setChanging(true)}>
          {t("policy.open")}
        </Button>
      )}
      {isChanging && (
        <PolicyDialog
          detail={detail}
          isAtWork={session.status === "active"}
          onClose={() => setChanging(false)}
        />
      )}
      {writable && standing === "waiting" && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2 self-start"
          busy={busy}
          onClick={() => void act(() => recheck(session.id))}
        >
          {t("recheck.do")}
        </Button>
      )}
      {hasEnded && isTaken && writable && (
        <Button
          size="sm"
          className="self-start"
          busy={busy}
          onClick={() => void act(() => takeBack(session.id))}
        >
          {t("acts.takeBack")}
        </Button>
      )}
    </header>
  );
}

const TONES: Record<Standing, BadgeTone> = {
  working: "neutral",
  stopped: "warning",
  waiting: "accent",
  completed: "success",
  failed: "danger",
  abandoned: "neutral",
};

function Waiting({ detail, scenes }: { detail: MendingDetail; scenes: readonly MendedSceneView[] }) {
  const { t } = useTranslation("mending");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const session = detail.session.id;
  const nameOf = useSceneName();
  return (
    <section
      aria-label={t("session.waiting")}
      className="mx-3 mb-3 flex flex-col gap-2 rounded-lg border border-line bg-surface-raised p-2.5"
    >
      <h4 className="text-sm font-medium">{t("session.waiting")}</h4>
      <ul className="flex flex-col gap-1.5">
        {scenes.map((scene) => (
          <li key={scene.scene} className="flex min-w-0 items-center gap-2">
            <span title={nameOf(scene)} className="line-clamp-2 min-w-0 flex-1 text-sm break-words">
              {nameOf(scene)}
            </span>
            <Button
              size="sm"
              variant={scene === scenes[0] ? "primary" : "secondary"}
              aria-label={t("of", { act: t("acts.look"), name: nameOf(scene) })}
              onClick={() => showMending(session, scene.scene)}
            >
              {t("acts.look")}
            </Button>
          </li>
        ))}
      </ul>
      {scenes.length > 1 && writable && (
        <Button
          size="sm"
          className="self-start"
          busy={busy}
          onClick={() => void act(() => accept({ session }))}
        >
          {t("acts.acceptAll", { n: figure(scenes.length) })}
        </Button>
      )}
    </section>
  );
}

/** Leads to the steps of the run that worked on it. */
function RunLink({ run }: { run: RunId | null }) {
  const { t } = useTranslation("mending");
  if (run === null) return null;
  return (
    <Button size="sm" variant="ghost" className="-ml-2" onClick={() => showItem("run", run)}>
      {t("acts.steps")}
    </Button>
  );
}

const FATES: Record<SceneFate, BadgeTone> = {
  open: "accent",
  accepted: "success",
  partly: "success",
  refused: "neutral",
  released: "neutral",
};

interface SceneProps {
  session: MendSessionId;
  scene: MendedSceneView;
  standing: Standing;
  issues: readonly MendIssueView[];
}

function Scene({ session, scene, standing, issues }: SceneProps) {
  const { t } = useTranslation("mending");
  const nameOf = useSceneName();
  const { fate, stop, missing } = scene;
  const counts = countWords(t, countsOf(issues), reasonWords(t, issues));
  return (
    <article aria-label={nameOf(scene)} className="flex flex-col gap-1 border-t border-line px-3 py-2.5">
      <div className="flex min-w-0 items-start gap-2">
        <h4 className="min-w-0 flex-1 text-sm font-medium break-words">{nameOf(scene)}</h4>
        {(fate !== "open" || isWaiting(scene)) && <Badge tone={FATES[fate]}>{t(`fate.${fate}`)}</Badge>}
      </div>
      <p className="text-xs break-words text-subtle tabular-nums">{counts}</p>
      <Weights scene={scene} />
      {missing !== null && standing !== "working" && <MissingText session={session} missing={missing} />}
      {stop !== null && <p className="text-xs break-words text-faint">{t(`stop.${stop}`)}</p>}
      <Disclosure
        title={t("session.issues", { n: figure(issues.length) })}
        begins={issues.length <= 3 ? "open" : "folded"}
      >
        <ul className="flex min-w-0 flex-col">
          {issues.map((issue) => (
            <li key={issue.id} className="min-w-0 border-t border-line py-2 first:border-0">
              <IssueRow issue={issue} scene={scene} standing={standing} />
            </li>
          ))}
        </ul>
      </Disclosure>
    </article>
  );
}

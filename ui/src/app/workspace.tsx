// An open project: binder, middle, inspector, status bar. In the writing room only the text.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { refresh } from "@/commands/registry";
import { SplitPane } from "@/components/split-pane";
import { BINDER_WIDTH, desk, INSPECTOR_WIDTH, useDesk } from "@/desk/desk";
import { setFullScreen } from "@/desk/full-screen";
import { openScene } from "@/desk/open-scenes";
import { BOUNDS, maxIn, panesIn, showPane, useRoomWidth } from "@/desk/panes";
import { useScale } from "@/desk/scaled";
import { Binder } from "@/features/binder/binder";
import { CompareCheckpoints } from "@/features/checkpoints/compare-checkpoints";
import { DraftingBar } from "@/features/drafting/drafting-bar";
import { FindBar } from "@/features/find/find-bar";
import { FindResults } from "@/features/find/find-results";
import { FindingPopup } from "@/features/findings/finding-popup";
import { FindingMarks } from "@/features/findings/text-marks";
import { GraphCentre } from "@/features/graph/graph-centre";
import { NameCard } from "@/features/lore/name-card";
import { MendingsBehind } from "@/features/mending/behind";
import { ChangesBar } from "@/features/mending/changes-bar";
import { ProfilesCentre } from "@/features/pipelines/profiles-centre";
import { PromptsCentre } from "@/features/prompts/prompts-centre";
import { useRoom } from "@/features/retreat/room";
import { RoomBar } from "@/features/retreat/room-bar";
import { ReviewCentre } from "@/features/review/review-centre";
import { StatisticsView } from "@/features/statistics/statistics-view";
import { TimelineCentre } from "@/features/timeline/timeline-centre";
import { TourCard } from "@/features/tour/tour-card";
import { CompareVersions } from "@/features/versions/compare-versions";
import { OpenLine } from "@/features/versions/open-line";
import { ReadOnlyBar } from "@/features/welcome/read-only-bar";
import { WorkflowsBehind } from "@/features/workflows/behind";
import { ChapterHeader } from "@/features/workflows/chapter-header";
import { WorkflowCentre } from "@/features/workflows/graph-centre";
import { WritingPane } from "@/features/writing/writing-pane";
import { CrashBoundary } from "./crash-boundary";
import { Inspector } from "./inspector";
import { StatusBar } from "./status-bar";

export function Workspace() {
  const inRoom = useRoom((state) => state.room !== null);
  useEffect(() => useRoom.subscribe(refresh), []);
  if (inRoom) {
    return (
      <div className="flex h-dvh flex-col bg-page">
        <main className="flex min-h-0 flex-1 flex-col">
          <ProjectHeading />
          <CrashBoundary>
            <div className="min-h-0 flex-1">
              <WritingPane bare card={NameCard} />
            </div>
            <DraftingBar />
          </CrashBoundary>
        </main>
        <RoomBar onLeave={() => void setFullScreen(false)} />
      </div>
    );
  }
  return (
    <div className="flex h-dvh flex-col bg-surface text-ink">
      <ReadOnlyBar />
      <div className="min-h-0 flex-1">
        <Panes />
      </div>
      <StatusBar />
      <WorkflowsBehind />
      <MendingsBehind />
      <FindingMarks />
      <FindingPopup />
      <TourCard />
    </div>
  );
}

/** The page heading, for screen readers; others see the title in the binder. */
function ProjectHeading() {
  const project = useDesk((state) => state.project);
  return <h1 className="sr-only">{project?.title || project?.name}</h1>;
}

function Panes() {
  const { t } = useTranslation("app");
  const scale = useScale();
  const room = useRoomWidth();
  const { binder, inspector } = useDesk(useShallow((state) => panesIn(room, state)));
  const most = useDesk(useShallow((state) => maxIn(room, state)));
  const shown = (size: number) => Math.round(size * scale);
  const kept = (size: number) => Math.round(size / scale);
  return (
    <SplitPane
      label={t("binderWidth")}
      side="start"
      size={shown(binder || BINDER_WIDTH)}
      min={shown(BOUNDS.binder.min)}
      max={shown(most.binder)}
      collapsed={binder === 0}
      onSizeChange={(size) => useDesk.setState({ binder: kept(size) })}
      onCollapsedChange={(collapsed) => (collapsed ? useDesk.setState({ binder: 0 }) : showPane("binder"))}
      className="h-full"
      pane={
        <nav aria-label={t("binder")} className="h-full bg-surface-sunken">
          <CrashBoundary>
            <Binder />
          </CrashBoundary>
        </nav>
      }
    >
      <SplitPane
        label={t("inspectorWidth")}
        side="end"
        size={shown(inspector || INSPECTOR_WIDTH)}
        min={shown(BOUNDS.inspector.min)}
        max={shown(most.inspector)}
        collapsed={inspector === 0}
        onSizeChange={(size) => useDesk.setState({ inspector: kept(size) })}
        onCollapsedChange={(collapsed) =>
          collapsed ? useDesk.setState({ inspector: 0 }) : showPane("inspector")
        }
        className="h-full"
        pane={
          <aside aria-label={t("inspector")} className="h-full bg-surface">
            <CrashBoundary>
              <Inspector />
            </CrashBoundary>
          </aside>
        }
      >
        <main className="h-full min-w-0">
          <ProjectHeading />
          <CrashBoundary>
            <Centre />
          </CrashBoundary>
        </main>
      </SplitPane>
    </SplitPane>
  );
}

/** The text stays mounted while another view is shown, so that its undo history, caret and scroll position are kept. */
function Centre() {
  const centre = useDesk((state) => state.centre);
  const before = useRef(centre.kind);
  useEffect(() => {
    const { scene } = desk();
    const isBack = centre.kind === "writing" && before.current !== "writing";
    if (isBack && scene !== null) openScene(scene)?.writing?.focus();
    before.current = centre.kind;
  }, [centre.kind]);
  return (
    <>
      {centre.kind === "compare-versions" && (
        <CompareVersions scene={centre.scene} from={centre.from} to={centre.to} />
      )}
      {centre.kind === "compare-checkpoints" && <CompareCheckpoints from={centre.from} to={centre.to} />}
      {centre.kind === "statistics" && <StatisticsView />}
      {centre.kind === "graph" && <GraphCentre entity={centre.entity} />}
      {centre.kind === "timeline" && <TimelineCentre />}
      {centre.kind === "review" && <ReviewCentre />}
      {centre.kind === "prompts" && <PromptsCentre />}
      {centre.kind === "profiles" && <ProfilesCentre profile={centre.profile} />}
      {centre.kind === "workflow" && <WorkflowCentre workflow={centre.workflow} run={centre.run} />}
      <div className={centre.kind === "writing" ? "flex h-full min-h-0 flex-col" : "hidden"}>
        <FindBar />
        <div className="min-h-24 flex-1">
          <WritingPane card={NameCard} header={ChapterHeader} line={OpenLine} />
        </div>
        <DraftingBar>
          <ChangesBar />
        </DraftingBar>
        <FindResults />
      </div>
    </>
  );
}

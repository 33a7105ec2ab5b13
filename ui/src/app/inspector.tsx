// The inspector: its tabs, each with an icon and its content.
import {
  BookMarked,
  CalendarRange,
  FileText,
  History,
  ListChecks,
  type LucideIcon,
  Milestone,
  ReceiptText,
  ScrollText,
  Search,
  Spline,
  Waypoints,
  Workflow,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Tabs } from "@/components/tabs";
import { INSPECTOR_TABS, type InspectorTab, useDesk } from "@/desk/desk";
import { BibleTab } from "@/features/bible/bible-tab";
import { CheckpointsTab } from "@/features/checkpoints/checkpoints-tab";
import { ContextTab } from "@/features/context/context-tab";
import { FindingsTab } from "@/features/findings/findings-tab";
import { CardFacts } from "@/features/graph/card-facts";
import { GraphTab } from "@/features/graph/graph-tab";
import { LoreTab } from "@/features/lore/lore-tab";
import { MemoryView } from "@/features/memory/memory-view";
import { PartTab } from "@/features/part/part-tab";
import { SearchTab } from "@/features/search/search-tab";
import { ThreadsTab } from "@/features/threads/threads-tab";
import { TimelineTab } from "@/features/timeline/timeline-tab";
import { VersionsTab } from "@/features/versions/versions-tab";
import { ChapterSection } from "@/features/workflows/chapter-section";
import { WorkflowsTab } from "@/features/workflows/workflows-tab";

/** The content of each tab. The types require an entry, and words, for every tab name. */
const TABS: Readonly<Record<InspectorTab, { icon: LucideIcon; content: ReactNode }>> = {
  part: { icon: FileText, content: <PartTab summary={ChapterSection} /> },
  bible: { icon: ScrollText, content: <BibleTab /> },
  lore: { icon: BookMarked, content: <LoreTab facts={CardFacts} /> },
  graph: { icon: Waypoints, content: <GraphTab /> },
  timeline: { icon: CalendarRange, content: <TimelineTab /> },
  threads: { icon: Spline, content: <ThreadsTab /> },
  context: { icon: ReceiptText, content: <ContextTab memory={MemoryView} /> },
  search: { icon: Search, content: <SearchTab /> },
  findings: { icon: ListChecks, content: <FindingsTab /> },
  workflows: { icon: Workflow, content: <WorkflowsTab /> },
  versions: { icon: History, content: <VersionsTab /> },
  checkpoints: { icon: Milestone, content: <CheckpointsTab /> },
};

export function Inspector() {
  const { t } = useTranslation("app");
  const tab = useDesk((state) => state.tab);
  return (
    <Tabs
      label={t("inspectorTabs")}
      orientation="rail"
      value={tab}
      onChange={(next) => useDesk.setState({ tab: next })}
      className="h-full"
      items={INSPECTOR_TABS.map((id) => ({ id, label: t(`tabs.${id}`), ...TABS[id] }))}
    />
  );
}

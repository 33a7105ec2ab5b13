// Tabs, panes, Markdown, and the colours.
import {
  BookMarked,
  BookText,
  CalendarRange,
  Clock,
  FileText,
  History,
  Milestone,
  ScrollText,
  Spline,
  Waypoints,
} from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { Markdown } from "@/components/markdown";
import { SplitPane } from "@/components/split-pane";
import { StatusDot } from "@/components/status-dot";
import { Tabs } from "@/components/tabs";
import { VisuallyHidden } from "@/components/visually-hidden";
import { long, Sample } from "./sample";
import type { Story, StoryContext } from "./story";

function TabStory({ say, language }: StoryContext) {
  const [tab, setTab] = useState("bible");
  const [section, setSection] = useState("look");
  const panel = (text: string) => <p className="p-3 text-subtle">{text}</p>;
  return (
    <>
      <Sample title={say("横排", "Horizontal")}>
        <div className="h-48 w-96 rounded-lg border border-line bg-surface-raised">
          <Tabs
            className="h-full"
            label={say("检查器", "Inspector")}
            value={tab}
            onChange={setTab}
            items={[
              {
                id: "bible",
                label: say("设定", "Bible"),
                icon: BookText,
                content: panel(say("世界与人物的设定。", "The rules of the world and its people.")),
              },
              {
                id: "time",
                label: say("时间线", "Timeline"),
                icon: Clock,
                content: panel(say("按故事里的时间。", "In story time.")),
              },
              {
                id: "issues",
                label: say("问题", "Findings"),
                count: 12,
                content: panel(say("12 个待处理。", "12 pending.")),
              },
              {
                id: "versions",
                label: say("版本", "Versions"),
                icon: History,
                content: panel(long[language]),
              },
              { id: "off", label: say("停用", "Disabled"), disabled: true, content: null },
              { id: "sources", label: say("资料", "Sources"), icon: FileText, content: panel("…") },
            ]}
          />
        </div>
      </Sample>
      <Sample title={say("竖排", "Vertical")}>
        <div className="h-56 w-140 max-w-full overflow-hidden rounded-lg border border-line bg-surface-raised">
          <Tabs
            className="h-full"
            orientation="vertical"
            label={say("设置", "Settings")}
            value={section}
            onChange={setSection}
            items={[
              {
                id: "look",
                label: say("外观", "Appearance"),
                content: panel(say("主题、字体、字号。", "Theme, font, size.")),
              },
              { id: "models", label: say("模型服务", "Providers"), content: panel("…") },
              { id: "long", label: long[language], content: panel(long[language]) },
            ]}
          />
        </div>
      </Sample>
    </>
  );
}

/** The inspector at full height, and in a low window. */
function RailStory({ say, language }: StoryContext) {
  const [tab, setTab] = useState("checkpoints");
  const panel = (text: string) => <p className="p-3 text-subtle">{text}</p>;
  const named = [
    { id: "part", label: say("本场景", "Scene"), icon: FileText },
    { id: "bible", label: say("设定", "Story bible"), icon: ScrollText },
    { id: "lore", label: say("条目", "Lore"), icon: BookMarked },
    { id: "graph", label: say("图谱", "Graph"), icon: Waypoints, count: 7 },
    { id: "timeline", label: say("时间线", "Timeline"), icon: CalendarRange },
    { id: "threads", label: say("线索", "Plot threads"), icon: Spline, count: 120 },
    { id: "versions", label: say("版本", "Versions"), icon: History, disabled: true },
    { id: "checkpoints", label: long[language], icon: Milestone },
  ];
  const rail = (
    <Tabs
      className="h-full"
      orientation="rail"
      label={say("检查器", "Inspector")}
      value={tab}
      onChange={setTab}
      items={named.map((item) => ({ ...item, content: panel(item.label) }))}
    />
  );
  return (
    <>
      {["h-96", "h-40"].map((height) => (
        <div
          key={height}
          className={`${height} w-79 max-w-full overflow-hidden rounded-lg border border-line bg-surface`}
        >
          {rail}
        </div>
      ))}
    </>
  );
}

function Panes({ say, language }: StoryContext) {
  const [left, setLeft] = useState(190);
  const [right, setRight] = useState(180);
  const [folded, setFolded] = useState(false);
  const rows = [
    say("第一章　少年", "Chapter 1"),
    say("第二章　远行", "Chapter 2"),
    long[language],
    say("第四章　归人", "Chapter 4"),
  ];
  return (
    <>
      <div className="h-80 w-full max-w-220 overflow-hidden rounded-lg border border-line">
        <SplitPane
          label={say("目录的宽度", "Width of the outline")}
          side="start"
          size={left}
          onSizeChange={setLeft}
          min={140}
          max={320}
          collapsed={folded}
          onCollapsedChange={setFolded}
          pane={
            <ul className="h-full bg-surface-sunken p-2">
              {rows.map((row, at) => (
                <li
                  key={row}
                  className={
                    at === 1
                      ? "flex h-7.5 items-center gap-2 rounded-md bg-surface-selected px-2"
                      : "flex h-7.5 items-center gap-2 rounded-md px-2 hover:bg-surface-hover"
                  }
                >
                  <StatusDot
                    label={say("完成", "Done")}
                    tone={at === 1 ? "accent" : at === 0 ? "success" : "neutral"}
                    fill={at === 0 ? "full" : at === 1 ? "half" : "empty"}
                  />
                  <span className="min-w-0 flex-1 truncate">{row}</span>
                  <span className="text-xs text-faint tabular-nums">{(at + 3) * 1012}</span>
                </li>
              ))}
            </ul>
          }
        >
          <SplitPane
            label={say("检查器的宽度", "Width of the inspector")}
            side="end"
            size={right}
            onSizeChange={setRight}
            min={140}
            max={300}
            pane={<p className="p-3 text-subtle">{say("检查器", "Inspector")}</p>}
          >
            <div className="h-full bg-page p-6 font-reading text-lg leading-8">
              <p className="indent-8">
                {say(
                  "雨从傍晚下起，到了夜里也没有停。陆远把灯拨亮了些，重新读起那封信。",
                  "It had rained since dusk. Lu Yuan turned up the lamp and read the letter again.",
                )}
              </p>
            </div>
          </SplitPane>
        </SplitPane>
      </div>
      <div>
        <Button size="sm" onClick={() => setFolded(!folded)}>
          {say("收起或展开", "Fold or unfold")}
        </Button>
      </div>
    </>
  );
}

function MarkdownStory({ say }: StoryContext) {
  const [opened, setOpened] = useState("");
  const text = say(
    "# 检查结果\n\n陆远在第三章**已经死去**，第七章却*又开口说话*。\n\n1. 第七章第 12 段：`“走吧。”陆远说。`\n2. 第八章第 3 段\n   - 只在回忆里\n   - 可以保留\n\n## 建议\n\n改成他人转述，见[写作指南](https://example.com/guide)；[这个](javascript:alert(1))不是链接，<b>这也不是</b>。\n\n```\n陆远：死于第三章\n```",
    "# Findings\n\nLu Yuan **dies** in chapter 3 and yet *speaks* in chapter 7.\n\n1. Chapter 7, paragraph 12: `“Let us go,” said Lu Yuan.`\n2. Chapter 8, paragraph 3\n   - only in a memory\n   - may stay\n\n## What to do\n\nLet another tell it, see [the guide](https://example.com/guide); [this](javascript:alert(1)) is no link, <b>nor is this</b>.\n\n```\nLu Yuan: died in chapter 3\n```",
  );
  return (
    <div className="w-110 max-w-full rounded-lg border border-line bg-surface-raised p-4">
      <Markdown text={text} onLink={setOpened} />
      <p className="mt-3 text-xs text-faint">{opened === "" ? <VisuallyHidden>–</VisuallyHidden> : opened}</p>
    </div>
  );
}

const grounds = [
  "bg-surface",
  "bg-surface-raised",
  "bg-surface-sunken",
  "bg-surface-hover",
  "bg-surface-selected",
  "bg-page",
  "bg-accent-soft",
  "bg-danger-soft",
  "bg-warning-soft",
  "bg-success-soft",
  "bg-hit",
  "bg-hit-current",
  "bg-selection",
];

function Colours({ say }: StoryContext) {
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-3">
        {grounds.map((ground) => (
          <div key={ground} className={`flex flex-col rounded-lg border border-line p-3 ${ground}`}>
            <span>{ground.slice(3)}</span>
            {!/hit|selection/.test(ground) && (
              <>
                <span className="text-subtle">{say("次要文字", "subtle")}</span>
                <span className="text-faint">{say("更轻的文字", "faint")}</span>
              </>
            )}
          </div>
        ))}
      </div>
      <Sample title={say("文字", "Text")}>
        <span className="text-accent">accent</span>
        <span className="text-danger">danger</span>
        <span className="text-warning">warning</span>
        <span className="text-success">success</span>
        <span className="text-issue-low">issue-low</span>
        <span className="text-issue-medium">issue-medium</span>
        <span className="text-issue-high">issue-high</span>
        <span className="text-issue-critical">issue-critical</span>
        <span className="rounded-sm bg-added px-1 text-added-text">{say("新增", "added")}</span>
        <span className="rounded-sm bg-removed px-1 text-removed-text line-through">
          {say("删除", "removed")}
        </span>
      </Sample>
      <Sample title={say("阴影与字体", "Shadows and fonts")}>
        <span className="rounded-lg bg-surface-raised p-4 shadow-1">shadow-1</span>
        <span className="rounded-lg bg-surface-raised p-4 shadow-2">shadow-2</span>
        <span className="rounded-lg bg-surface-raised p-4 shadow-3">shadow-3</span>
        <span className="font-reading text-lg">{say("夜雨寄北", "Reading")}</span>
        <span className="font-mono">mono 0123</span>
      </Sample>
    </>
  );
}

export const stories: Story[] = [
  { id: "tabs", title: "Tabs", group: "Layout", render: TabStory },
  { id: "tabs-rail", title: "Tabs, a rail", group: "Layout", render: RailStory },
  { id: "split-pane", title: "SplitPane", group: "Layout", render: Panes },
  { id: "markdown", title: "Markdown", group: "Text", render: MarkdownStory },
  { id: "colours", title: "Colours", group: "Text", render: Colours },
];

// Progress, empty, error, loading, and the small marks.
import { BookDashed, Plus, SearchX } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ErrorState } from "@/components/error-state";
import { LoadingState } from "@/components/loading-state";
import { ProgressBar } from "@/components/progress-bar";
import { Spinner } from "@/components/spinner";
import { StatusDot } from "@/components/status-dot";
import { long, Sample } from "./sample";
import type { Story, StoryContext } from "./story";

function ProgressBars({ say, language }: StoryContext) {
  const [stopping, setStopping] = useState(false);
  return (
    <div className="flex w-110 max-w-full flex-col gap-6">
      <ProgressBar
        label={say("正在导入", "Importing")}
        value={12}
        max={300}
        text={say("第 12 章，共 300 章 · 约剩 2 分钟", "Chapter 12 of 300 · about 2 minutes left")}
        stopping={stopping}
        onStop={() => setStopping(true)}
      />
      <ProgressBar
        label={say("正在整理资料", "Indexing sources")}
        value={null}
        text={say("已读 3 份", "3 read")}
        onStop={() => undefined}
      />
      <ProgressBar label={say("备份", "Backup")} value={1} />
      <ProgressBar
        label={long[language]}
        value={0.4}
        stopping
        onStop={() => undefined}
        text={long[language]}
      />
    </div>
  );
}

function Empties({ say, language }: StoryContext) {
  return (
    <div className="flex flex-wrap gap-6">
      <EmptyState
        icon={BookDashed}
        title={say("还没有章节", "No chapters yet")}
        text={say("写下第一章，或者导入已有的书稿。", "Write the first one, or import a manuscript.")}
        action={
          <>
            <Button variant="primary" icon={Plus}>
              {say("新建章", "New chapter")}
            </Button>
            <Button>{say("导入…", "Import…")}</Button>
          </>
        }
      />
      <EmptyState
        compact
        icon={SearchX}
        title={say("没有符合“夜雨”的场景", "No scene matches “rain”")}
        action={<Button size="sm">{say("清除筛选", "Clear filter")}</Button>}
      />
      <EmptyState compact title={long[language]} text={long[language]} />
    </div>
  );
}

function Errors({ say, language }: StoryContext) {
  return (
    <div className="flex max-w-140 flex-col gap-4">
      <ErrorState
        title={say("没能读取这个场景的版本", "The versions of this scene could not be read")}
        safe={say(
          "书稿本身没有改动，最新的文字还在编辑器里。",
          "The manuscript is unchanged; the newest text is still in the editor.",
        )}
        todo={say(
          "请再试一次；如果还是不行，把详情发给我们。",
          "Try again. If it fails again, send us the details.",
        )}
        code="project.versions.read"
        details={"sqlite: database is locked (5)\nscene 1024, branch 1\nafter 3 attempts in 1.2 s"}
        onRetry={() => undefined}
      />
      <ErrorState
        title={say("磁盘空间不足", "The disk is full")}
        code="disk.full"
        retrying
        onRetry={() => undefined}
      />
      <ErrorState
        title={long[language]}
        safe={long[language]}
        todo={long[language]}
        code="a.very.long.code.that.goes.on.and.on.and.on.without.any.end.in.sight"
        details={long[language].repeat(12)}
        actions={<Button size="sm">{say("打开设置", "Open settings")}</Button>}
        onRetry={() => undefined}
      />
      <ErrorState title={say("只有一句话的错误", "A one-sentence error")} />
    </div>
  );
}

function Loadings({ say }: StoryContext) {
  return (
    <div className="flex flex-wrap gap-6">
      <div className="w-64 rounded-lg border border-line">
        <LoadingState delay={0} />
      </div>
      <div className="w-64 rounded-lg border border-line">
        <LoadingState delay={0} kind="ring" label={say("正在读取版本…", "Reading versions…")} />
      </div>
      <span className="flex items-center gap-2">
        <Spinner /> {say("正在生成", "Generating")}
      </span>
    </div>
  );
}

function Marks({ say, language }: StoryContext) {
  return (
    <>
      <Sample title="Badge">
        <Badge>{say("草稿", "Draft")}</Badge>
        <Badge tone="accent">{say("主线", "Main line")}</Badge>
        <Badge tone="success">{say("已验证", "Verified")}</Badge>
        <Badge tone="warning">{say("待确认", "Pending")}</Badge>
        <Badge tone="danger">{say("损坏", "Damaged")}</Badge>
        <Badge>128</Badge>
        <span className="w-40">
          <Badge>{long[language]}</Badge>
        </span>
      </Sample>
      <Sample title="StatusDot">
        <StatusDot label={say("未写", "Not started")} fill="empty" />
        <StatusDot label={say("在写", "In progress")} tone="accent" fill="half" />
        <StatusDot label={say("完成", "Done")} tone="success" />
        <StatusDot label={say("需要留意", "Needs attention")} tone="warning" />
        <StatusDot label={say("出错", "Failed")} tone="danger" />
      </Sample>
    </>
  );
}

export const stories: Story[] = [
  { id: "progress-bar", title: "ProgressBar", group: "States", render: ProgressBars },
  { id: "empty-state", title: "EmptyState", group: "States", render: Empties },
  { id: "error-state", title: "ErrorState", group: "States", render: Errors },
  { id: "loading-state", title: "LoadingState, Spinner", group: "States", render: Loadings },
  { id: "marks", title: "Badge, StatusDot", group: "States", render: Marks },
];

// Buttons, icon buttons, tooltips, shortcuts.
import { Bold, History, ListTree, Pin, Plus, Search, Sparkles, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { IconButton } from "@/components/icon-button";
import { Kbd } from "@/components/kbd";
import { Tooltip } from "@/components/tooltip";
import { long, Sample } from "./sample";
import type { Story, StoryContext } from "./story";

function Buttons({ say, language }: StoryContext) {
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Sample title={say("四种", "Variants")}>
        <Button variant="primary">{say("完成本章", "Complete chapter")}</Button>
        <Button>{say("比较", "Compare")}</Button>
        <Button variant="ghost">{say("跳过", "Skip")}</Button>
        <Button variant="danger">{say("移到回收站", "Move to bin")}</Button>
      </Sample>
      <Sample title={say("带图标", "With icon")}>
        <Button variant="primary" icon={Sparkles}>
          {say("续写", "Continue")}
        </Button>
        <Button icon={Plus}>{say("新建场景", "New scene")}</Button>
        <Button variant="ghost" icon={History}>
          {say("版本", "Versions")}
        </Button>
      </Sample>
      <Sample title={say("小号", "Small")}>
        <Button size="sm" variant="primary">
          {say("接受", "Accept")}
        </Button>
        <Button size="sm">{say("拒绝", "Reject")}</Button>
        <Button size="sm" variant="ghost" icon={Search}>
          {say("查找", "Find")}
        </Button>
        <Button size="sm" variant="danger" icon={Trash2}>
          {say("移除", "Remove")}
        </Button>
      </Sample>
      <Sample title={say("停用", "Disabled")}>
        <Button variant="primary" disabled>
          {say("完成本章", "Complete chapter")}
        </Button>
        <Button disabled>{say("比较", "Compare")}</Button>
        <Button variant="ghost" disabled>
          {say("跳过", "Skip")}
        </Button>
        <Button variant="danger" disabled>
          {say("移到回收站", "Move to bin")}
        </Button>
      </Sample>
      <Sample title={say("进行中", "Busy")}>
        <Button variant="primary" busy>
          {say("正在保存", "Saving")}
        </Button>
        <Button busy>{say("正在比较", "Comparing")}</Button>
        <Button busy={busy} onClick={() => setBusy(true)}>
          {say("按下后进行中", "Busy once pressed")}
        </Button>
      </Sample>
      <Sample title={say("长文字", "Long text")}>
        <div className="w-64">
          <Button icon={Plus}>{long[language]}</Button>
        </div>
      </Sample>
    </>
  );
}

function IconButtons({ say }: StoryContext) {
  const [pinned, setPinned] = useState(true);
  return (
    <>
      <Sample title={say("常规", "Default")}>
        <IconButton icon={ListTree} label={say("目录", "Outline")} shortcut="Mod+1" />
        <IconButton icon={Search} label={say("查找", "Find")} shortcut="Mod+F" />
        <IconButton icon={Trash2} label={say("移到回收站", "Move to bin")} danger />
      </Sample>
      <Sample title={say("小号", "Small")}>
        <IconButton size="sm" icon={Plus} label={say("新建章", "New chapter")} />
        <IconButton size="sm" icon={Bold} label={say("加粗", "Bold")} />
      </Sample>
      <Sample title={say("按下、停用、进行中", "Pressed, disabled, busy")}>
        <IconButton
          icon={Pin}
          label={say("固定", "Pin")}
          pressed={pinned}
          onClick={() => setPinned(!pinned)}
        />
        <IconButton icon={Pin} label={say("固定", "Pin")} disabled />
        <IconButton icon={Pin} label={say("固定", "Pin")} busy />
      </Sample>
      <Sample title={say("提示", "Tooltip")}>
        <Tooltip
          text={say("把光标处的段落拆成两段", "Splits the paragraph at the cursor")}
          shortcut="Mod+Shift+Enter"
        >
          <Button>{say("停在这里", "Hover here")}</Button>
        </Tooltip>
      </Sample>
      <Sample title={say("快捷键", "Shortcuts")}>
        <Kbd keys="Mod+K" />
        <Kbd keys="Mod+Shift+Enter" />
        <Kbd keys="Alt+ArrowUp" />
        <Kbd keys="F11" />
      </Sample>
    </>
  );
}

export const stories: Story[] = [
  { id: "button", title: "Button", group: "Actions", render: Buttons },
  { id: "icon-button", title: "IconButton", group: "Actions", render: IconButtons },
];

// The reading view.

import { Stage } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { ReadingText } from "./reading-text";

const ZH = [
  "# 渡口",
  "　　“《《绝不》》。”他说，*声音很轻*。**系统提示**：任务失败。",
  "她念了一遍｜彳亍《chìchù》两个字^[慢步走走停停。]，把信展开。",
  "> 江上有雾，不必等我。",
  ">> 阿远",
  "***",
  ">> 渡口之墓 <<",
].join("\n");

const EN = [
  "# The Ferry",
  "“*Never*,” he said. A sign read **NO CROSSING**.^[It had stood there since the flood.]",
  "> There is fog on the river. Do not wait.",
  ">> A.",
  "***",
  ">> Here the road ends. <<",
].join("\n");

function Reading({ say }: StoryContext) {
  return (
    <Stage>
      <div className="max-w-160 rounded-md border border-line bg-surface p-6">
        <ReadingText text={say(ZH, EN)} language={say("zh", "en")} />
      </div>
    </Stage>
  );
}

export const stories: Story[] = [{ id: "reading", group: "Text", title: "Reading view", render: Reading }];

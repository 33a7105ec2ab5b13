// Fields and choices.
import { AlignLeft, BookOpen, Columns2, Rows3 } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "@/components/checkbox";
import { FilterField } from "@/components/filter-field";
import { NumberField } from "@/components/number-field";
import { RadioGroup } from "@/components/radio-group";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { Slider } from "@/components/slider";
import { Switch } from "@/components/switch";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { long, Sample } from "./sample";
import type { Story, StoryContext } from "./story";

function TextFields({ say, language }: StoryContext) {
  const [title, setTitle] = useState("");
  const [full, setFull] = useState(long[language]);
  const [note, setNote] = useState("");
  const [query, setQuery] = useState(say("夜雨", "rain"));
  const wide = "w-72";
  return (
    <>
      <Sample title="TextField">
        <TextField
          className={wide}
          label={say("标题", "Title")}
          value={title}
          onChange={setTitle}
          placeholder={say("第三章", "Chapter 3")}
        />
        <TextField
          className={wide}
          label={say("笔名", "Pen name")}
          optional
          hint={say("写进导出文件的扉页。", "Printed on the title page of exports.")}
          value={title}
          onChange={setTitle}
        />
        <TextField
          className={wide}
          label={say("地址", "Address")}
          error={say(
            "只能是 https 地址，例如 https://api.example.com",
            "Must be an https address, such as https://api.example.com",
          )}
          value="ftp://example"
          onChange={() => undefined}
        />
        <TextField
          className={wide}
          label={say("停用", "Disabled")}
          disabled
          value={say("不能改", "Fixed")}
          onChange={() => undefined}
        />
        <TextField
          className={wide}
          label={say("长文字", "Long text")}
          value={full}
          onChange={setFull}
          suffix={say("47 字", "47 ch.")}
        />
      </Sample>
      <Sample title="TextArea">
        <TextArea
          className={wide}
          label={say("梗概", "Synopsis")}
          value={note}
          onChange={setNote}
          placeholder={say("这一章发生了什么", "What happens in this chapter")}
        />
        <TextArea
          className={wide}
          label={say("计划", "Plan")}
          value={full.repeat(4)}
          onChange={setFull}
          rows={3}
          maxRows={6}
        />
        <TextArea
          className={wide}
          label={say("停用", "Disabled")}
          value=""
          onChange={setNote}
          disabled
          rows={2}
        />
      </Sample>
      <Sample title="FilterField">
        <FilterField
          className={wide}
          label={say("筛选目录", "Filter outline")}
          value={query}
          onChange={setQuery}
          count={say("12 个", "12")}
        />
        <FilterField
          className={wide}
          label={say("筛选条目", "Filter entries")}
          value=""
          onChange={setQuery}
          size="md"
        />
        <FilterField className={wide} label={say("停用", "Disabled")} value="" onChange={setQuery} disabled />
      </Sample>
    </>
  );
}

function Numbers({ say }: StoryContext) {
  const [target, setTarget] = useState<number | null>(4000);
  const [size, setSize] = useState(18);
  const [height, setHeight] = useState(1.8);
  const wide = "w-56";
  return (
    <>
      <Sample title="NumberField">
        <NumberField
          className={wide}
          label={say("每章字数", "Words per chapter")}
          value={target}
          onChange={setTarget}
          min={0}
          max={100000}
          step={100}
          unit={say("字", "ch.")}
        />
        <NumberField
          className={wide}
          label={say("每日目标", "Daily target")}
          value={0}
          onChange={setTarget}
          min={0}
          hint={say("0 表示没有目标。", "0 means no target.")}
        />
        <NumberField
          className={wide}
          label={say("预算", "Budget")}
          value={-1}
          onChange={setTarget}
          error={say("不能小于 0", "Cannot be below 0")}
        />
        <NumberField
          className={wide}
          label={say("停用", "Disabled")}
          value={12}
          onChange={setTarget}
          disabled
        />
      </Sample>
      <Sample title="Slider">
        <Slider
          className={wide}
          label={say("字号", "Size")}
          value={size}
          onChange={setSize}
          min={12}
          max={32}
          format={(n) => `${n} px`}
        />
        <Slider
          className={wide}
          label={say("行距", "Line height")}
          value={height}
          onChange={setHeight}
          min={1.2}
          max={2.6}
          step={0.1}
          format={(n) => say(`${n.toFixed(1)} 倍`, `${n.toFixed(1)}×`)}
        />
        <Slider
          className={wide}
          label={say("停用", "Disabled")}
          value={5}
          onChange={setSize}
          min={0}
          max={10}
          disabled
        />
      </Sample>
    </>
  );
}

function Choices({ say, language }: StoryContext) {
  const [on, setOn] = useState(true);
  const [picked, setPicked] = useState(true);
  const [rule, setRule] = useState<"standard" | "word" | "han" | "all">("standard");
  const [view, setView] = useState<"scene" | "chapter" | "compare">("scene");
  const [model, setModel] = useState<"a" | "b" | "c" | "d" | null>(null);
  const wide = "w-80";
  return (
    <>
      <Sample title="Select">
        <Select
          className="w-64"
          label={say("字数口径", "Counting rule")}
          value={rule}
          onChange={setRule}
          options={[
            {
              value: "standard",
              label: say("标准字数", "Standard"),
              hint: say("与各家网站相近", "Close to what websites count"),
            },
            { value: "word", label: say("Word 口径", "As Word counts") },
            { value: "han", label: say("纯汉字", "Han characters only") },
            { value: "all", label: say("全部字符", "All characters"), disabled: true },
          ]}
        />
        <Select
          className="w-64"
          label={say("模型", "Model")}
          value={model}
          onChange={setModel}
          hint={say("还没有选过。", "Nothing chosen yet.")}
          options={[
            { value: "a", label: "A" },
            { value: "d", label: long[language] },
          ]}
        />
        <Select
          className="w-64"
          label={say("有错", "With error")}
          value="d"
          onChange={setModel}
          error={say("这个模型已经不在了，请另选。", "This model is gone; choose another.")}
          options={[{ value: "d", label: long[language] }]}
        />
        <Select
          className="w-40"
          size="sm"
          label={say("停用", "Disabled")}
          disabled
          value="a"
          onChange={setModel}
          options={[{ value: "a", label: "A" }]}
        />
      </Sample>
      <Sample title="Segmented">
        <Segmented
          label={say("视图", "View")}
          value={view}
          onChange={setView}
          options={[
            { value: "scene", label: say("场景", "Scene"), icon: AlignLeft },
            { value: "chapter", label: say("整章", "Chapter"), icon: BookOpen },
            { value: "compare", label: say("对照", "Compare"), icon: Columns2, disabled: true },
          ]}
        />
        <Segmented
          label={say("只有图标", "Icons only")}
          value={view}
          onChange={setView}
          options={[
            { value: "scene", label: say("列表", "List"), icon: Rows3, iconOnly: true },
            { value: "compare", label: say("两栏", "Columns"), icon: Columns2, iconOnly: true },
          ]}
        />
      </Sample>
      <Sample title="RadioGroup">
        <RadioGroup
          className={wide}
          label={say("没有系统钥匙串时", "Without a system keychain")}
          value={view}
          onChange={setView}
          options={[
            {
              value: "scene",
              label: say("只记在内存里", "Keep in memory only"),
              description: say("关闭后需要重新填写。", "Must be entered again after closing."),
            },
            { value: "chapter", label: say("用口令加密保存", "Encrypt with a passphrase") },
            { value: "compare", label: long[language], disabled: true },
          ]}
        />
      </Sample>
      <Sample title="Switch, Checkbox">
        <div className={wide}>
          <Switch label={say("打字机滚动", "Typewriter scroll")} checked={on} onChange={setOn} />
          <Switch
            label={say("自动备份", "Automatic backups")}
            description={say("每天一次，存到你选的文件夹。", "Once a day, into the folder you chose.")}
            checked={!on}
            onChange={(next) => setOn(!next)}
          />
          <Switch label={long[language]} checked={on} onChange={setOn} />
          <Switch label={say("停用", "Disabled")} checked disabled onChange={setOn} />
          <Switch label={say("停用", "Disabled")} checked={false} disabled onChange={setOn} />
        </div>
        <div className={wide}>
          <Checkbox label={say("包含回收站", "Include the bin")} checked={picked} onChange={setPicked} />
          <Checkbox
            label={say("全部章节", "All chapters")}
            checked={false}
            indeterminate
            onChange={setPicked}
            description={say("300 章中选了 12 章", "12 of 300 chosen")}
          />
          <Checkbox label={long[language]} checked={!picked} onChange={(next) => setPicked(!next)} />
          <Checkbox label={say("停用", "Disabled")} checked disabled onChange={setPicked} />
        </div>
      </Sample>
    </>
  );
}

export const stories: Story[] = [
  { id: "text-field", title: "TextField, TextArea, FilterField", group: "Fields", render: TextFields },
  { id: "number-field", title: "NumberField, Slider", group: "Fields", render: Numbers },
  { id: "choices", title: "Select, Segmented, Radio, Switch, Checkbox", group: "Fields", render: Choices },
];

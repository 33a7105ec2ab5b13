// Overlays: dialogs, menus, popovers, notices. Triggers have data-opens: the browser test presses them.
import { Copy, FolderTree, MoreHorizontal, Pencil, Scissors, SlidersHorizontal, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { ContextMenu } from "@/components/context-menu";
import { Dialog } from "@/components/dialog";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { Popover } from "@/components/popover";
import { Slider } from "@/components/slider";
import { Switch } from "@/components/switch";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { useToast } from "@/components/toast";
import { long, Sample } from "./sample";
import type { Story, StoryContext } from "./story";

function Dialogs({ say, language }: StoryContext) {
  const [open, setOpen] = useState<"none" | "plain" | "busy" | "long">("none");
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const close = () => setOpen("none");
  return (
    <Sample title={say("打开", "Open")}>
      <Button data-opens onClick={() => setOpen("plain")}>
        {say("新建存档点", "New checkpoint")}
      </Button>
      <Button data-opens onClick={() => setOpen("busy")}>
        {say("进行中", "Busy")}
      </Button>
      <Button data-opens onClick={() => setOpen("long")}>
        {say("长内容", "Long content")}
      </Button>
      <Dialog
        open={open === "plain"}
        onClose={close}
        onSubmit={close}
        title={say("新建存档点", "New checkpoint")}
        description={say(
          "记下整部作品现在的样子，以后随时可以回来。",
          "Saves the whole novel as it is now, so that you can return to it.",
        )}
        footer={
          <>
            <Button onClick={close}>{say("取消", "Cancel")}</Button>
            <Button type="submit" variant="primary" disabled={name === ""}>
              {say("建立", "Create")}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <TextField
            label={say("名称", "Name")}
            value={name}
            onChange={setName}
            placeholder={say("第一卷完稿", "Volume one finished")}
          />
          <TextArea label={say("备注", "Note")} optional value={note} onChange={setNote} rows={3} />
        </div>
      </Dialog>
      <Dialog
        open={open === "busy"}
        onClose={close}
        busy
        size="sm"
        title={say("正在恢复", "Restoring")}
        footer={
          <>
            <Button disabled>{say("取消", "Cancel")}</Button>
            <Button variant="primary" busy onClick={close}>
              {say("正在恢复", "Restoring")}
            </Button>
          </>
        }
      >
        <p>{say("恢复完成之前请不要关闭窗口。", "Please keep the window open until this is done.")}</p>
        <Button className="mt-3" size="sm" variant="ghost" onClick={close}>
          {say("结束演示", "End the demonstration")}
        </Button>
      </Dialog>
      <Dialog
        open={open === "long"}
        onClose={close}
        size="lg"
        closeOnOutsidePress
        title={long[language]}
        description={say(
          "标题和正文都可以很长，正文自己滚动。",
          "Title and body may be long; only the body scrolls.",
        )}
        footerStart={<span className="text-xs text-faint">{say("共 40 段", "40 paragraphs")}</span>}
        footer={<Button onClick={close}>{say("关闭", "Close")}</Button>}
      >
        <div className="flex flex-col gap-2 text-subtle">
          {Array.from({ length: 40 }, (_, at) => `${at + 1}. ${long[language]}`).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </Dialog>
    </Sample>
  );
}

function Confirms({ say }: StoryContext) {
  const [open, setOpen] = useState<"none" | "danger" | "plain">("none");
  const close = () => setOpen("none");
  return (
    <Sample title={say("打开", "Open")}>
      <Button data-opens onClick={() => setOpen("danger")}>
        {say("移到回收站…", "Move to bin…")}
      </Button>
      <Button data-opens onClick={() => setOpen("plain")}>
        {say("恢复版本…", "Restore version…")}
      </Button>
      <ConfirmDialog
        open={open === "danger"}
        danger
        title={say("把“第三章　夜雨”移到回收站？", "Move “Chapter 3: Night Rain” to the bin?")}
        text={say(
          "它的 4 个场景会一起移走，随时可以从回收站放回来。",
          "Its 4 scenes are moved too. You can restore them from the bin at any time.",
        )}
        confirmLabel={say("移到回收站", "Move to bin")}
        onConfirm={close}
        onCancel={close}
      />
      <ConfirmDialog
        open={open === "plain"}
        title={say("恢复到版本 12？", "Restore version 12?")}
        text={say(
          "现在的文字会先存成一个版本，不会丢失。",
          "The current text is saved as a version first; nothing is lost.",
        )}
        confirmLabel={say("恢复", "Restore")}
        onConfirm={close}
        onCancel={close}
      />
    </Sample>
  );
}

function useEntries({ say, language }: StoryContext): MenuEntry[] {
  const [synopsis, setSynopsis] = useState(true);
  const [order, setOrder] = useState("book");
  const nothing = () => undefined;
  return [
    { id: "rename", label: say("重命名", "Rename"), icon: Pencil, shortcut: "F2", onSelect: nothing },
    {
      id: "split",
      label: say("在光标处拆分", "Split at cursor"),
      icon: Scissors,
      shortcut: "Mod+Shift+Enter",
      onSelect: nothing,
    },
    {
      id: "copy",
      label: say("复制", "Copy"),
      icon: Copy,
      shortcut: "Mod+C",
      disabled: true,
      onSelect: nothing,
    },
    {
      kind: "submenu",
      id: "move",
      label: say("移到", "Move to"),
      icon: FolderTree,
      items: [
        { id: "v1", label: say("第一卷　少年行", "Volume 1"), onSelect: nothing },
        { id: "v2", label: say("第二卷　风雪夜", "Volume 2"), onSelect: nothing },
        { id: "v3", label: long[language], onSelect: nothing },
      ],
    },
    { kind: "separator", id: "s1" },
    {
      id: "synopsis",
      label: say("显示梗概", "Show synopsis"),
      checked: synopsis,
      onSelect: () => setSynopsis(!synopsis),
    },
    {
      kind: "choice",
      id: "order",
      label: say("排序", "Order"),
      value: order,
      onChange: setOrder,
      options: [
        { value: "book", label: say("按目录", "In book order") },
        { value: "edited", label: say("按修改时间", "Last edited first") },
      ],
    },
    { kind: "separator", id: "s2" },
    { id: "bin", label: say("移到回收站", "Move to bin"), icon: Trash2, danger: true, onSelect: nothing },
  ];
}

function Menus(context: StoryContext) {
  const entries = useEntries(context);
  const { say } = context;
  return (
    <>
      <Sample title={say("菜单", "Menu")}>
        <Menu trigger={<Button data-opens>{say("本章", "Chapter")}</Button>} items={entries} />
        <Menu
          trigger={<IconButton data-opens icon={MoreHorizontal} label={say("更多", "More")} />}
          items={[
            {
              kind: "group",
              id: "g",
              label: say("导出", "Export"),
              items: [
                { id: "txt", label: "TXT", onSelect: () => undefined },
                { id: "docx", label: "DOCX", onSelect: () => undefined },
              ],
            },
          ]}
        />
      </Sample>
      <Sample title={say("右键菜单", "Context menu")}>
        <ContextMenu items={entries}>
          <button
            type="button"
            data-opens-context
            className="h-24 w-80 rounded-lg border border-dashed border-line-strong text-subtle"
          >
            {say("在这里按右键，或按菜单键", "Right-click here, or press the menu key")}
          </button>
        </ContextMenu>
      </Sample>
    </>
  );
}

function Popovers({ say }: StoryContext) {
  const [size, setSize] = useState(18);
  const [indent, setIndent] = useState(true);
  return (
    <Sample title={say("打开", "Open")}>
      <Popover
        title={say("版面", "Page")}
        trigger={
          <Button data-opens icon={SlidersHorizontal}>
            {say("版面", "Page")}
          </Button>
        }
      >
        <Slider
          label={say("字号", "Size")}
          value={size}
          min={12}
          max={32}
          onChange={setSize}
          format={(n) => `${n} px`}
        />
        <Switch label={say("段首缩进两字", "Indent first lines")} checked={indent} onChange={setIndent} />
      </Popover>
    </Sample>
  );
}

function Toasts({ say, language }: StoryContext) {
  const toast = useToast();
  return (
    <Sample title={say("显示", "Show")}>
      <Button data-opens onClick={() => toast.show(say("已复制", "Copied"))}>
        {say("一般", "Neutral")}
      </Button>
      <Button
        data-opens
        onClick={() =>
          toast.show({
            text: say("“第三章”已移到回收站", "“Chapter 3” moved to the bin"),
            action: { label: say("撤销", "Undo"), onSelect: () => toast.show(say("已放回", "Put back")) },
          })
        }
      >
        {say("可撤销", "With undo")}
      </Button>
      <Button
        data-opens
        onClick={() =>
          toast.show({ text: say("备份完成并已验证", "Backed up and verified"), tone: "success" })
        }
      >
        {say("成功", "Success")}
      </Button>
      <Button
        data-opens
        onClick={() =>
          toast.show({
            text: say("没能保存到磁盘", "Could not save to disk"),
            detail: say(
              "文字还在窗口里。请检查磁盘空间后再试。",
              "Your text is still in the window. Check the free space and try again.",
            ),
            tone: "danger",
            action: { label: say("重试", "Try again"), onSelect: () => undefined },
          })
        }
      >
        {say("出错", "Error")}
      </Button>
      <Button data-opens onClick={() => toast.show({ text: long[language], detail: long[language] })}>
        {say("长文字", "Long text")}
      </Button>
    </Sample>
  );
}

export const stories: Story[] = [
  { id: "dialog", title: "Dialog", group: "Overlays", render: Dialogs },
  { id: "confirm-dialog", title: "ConfirmDialog", group: "Overlays", render: Confirms },
  { id: "menu", title: "Menu, ContextMenu", group: "Overlays", render: Menus },
  { id: "popover", title: "Popover", group: "Overlays", render: Popovers },
  { id: "toast", title: "Toast", group: "Overlays", render: Toasts },
];

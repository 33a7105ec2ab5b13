import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Button } from "./button";
import { ConfirmDialog } from "./confirm-dialog";
import { Dialog } from "./dialog";
import { ErrorState } from "./error-state";
import { show } from "./testing";
import { TextField } from "./text-field";

function Example({ busy = false, onSubmit }: { busy?: boolean; onSubmit?: () => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        onSubmit={onSubmit}
        busy={busy}
        title="新建存档点"
        description="记下现在的样子。"
        footer={<Button type="submit">建立</Button>}
      >
        <TextField label="名称" value={name} onChange={setName} />
      </Dialog>
    </>
  );
}

async function open() {
  const opener = screen.getByRole("button", { name: "打开" });
  opener.focus();
  fireEvent.click(opener);
  const dialog = await screen.findByRole("dialog", { name: "新建存档点" });
  return { opener, dialog };
}

it("has a name and a description, focuses its first field and restores the focus", async () => {
  await show(<Example />);
  const { opener, dialog } = await open();
  expect(dialog.getAttribute("aria-describedby")).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "名称" })));
  fireEvent.keyDown(document.activeElement ?? dialog, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it("focuses its first field when nothing had focus before", async () => {
  await show(<Example />);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole("button", { name: "打开" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "名称" })));
});

it("focuses its first field on a slow machine too", async () => {
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) =>
    Number(setTimeout(() => run(performance.now()), 400)),
  );
  await show(<Example />);
  fireEvent.click(screen.getByRole("button", { name: "打开" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "名称" })));
});

it("does not focus the close button while there is nothing else", async () => {
  await show(
    <Dialog open onClose={() => undefined} title="检查规则">
      正在读取…
    </Dialog>,
  );
  const dialog = await screen.findByRole("dialog", { name: "检查规则" });
  await waitFor(() => expect(document.activeElement).toBe(dialog));
});

function Steps() {
  const [step, setStep] = useState<"none" | "one" | "two">("none");
  const close = () => setStep("none");
  return (
    <>
      <Button onClick={() => setStep("one")}>打开</Button>
      {step === "one" && (
        <Dialog
          open
          onClose={close}
          title="新建存档点"
          footer={<Button onClick={() => setStep("two")}>下一步</Button>}
        />
      )}
      {step === "two" && (
        <Dialog open onClose={close} title="看一看">
          <p>没有可以停的地方。</p>
        </Dialog>
      )}
    </>
  );
}

function Question({ ready = true, onSubmit }: { ready?: boolean; onSubmit: () => void }) {
  return (
    <Dialog
      open
      onClose={() => undefined}
      onSubmit={onSubmit}
      title="运行流程"
      footer={
        <>
          <Button>取消</Button>
          <Button type="submit" disabled={!ready}>
            运行
          </Button>
        </>
      }
    >
      花费
    </Dialog>
  );
}

it("focuses its main button when it has no field", async () => {
  await show(<Question onSubmit={() => undefined} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "运行" })));
});

it("ignores Enter until its main button is enabled, and held keys always", async () => {
  const submitted = vi.fn();
  const { rerender } = await show(<Question ready={false} onSubmit={submitted} />);
  const dialog = screen.getByRole("dialog");
  await waitFor(() => expect(document.activeElement).toBe(dialog));
  fireEvent.keyDown(dialog, { key: "Enter" });
  expect(submitted).not.toHaveBeenCalled();
  rerender(<Question onSubmit={submitted} />);
  fireEvent.keyDown(dialog, { key: "Enter", repeat: true });
  expect(submitted).not.toHaveBeenCalled();
  fireEvent.keyDown(dialog, { key: "Enter" });
  expect(submitted).toHaveBeenCalledOnce();
});

it("takes the focus from the previous dialog, and restores that one's origin", async () => {
  await show(<Steps />);
  const { opener } = await open();
  const next = screen.getByRole("button", { name: "下一步" });
  await waitFor(() => expect(document.activeElement).toBe(next));
  fireEvent.click(next);
  const second = await screen.findByRole("dialog", { name: "看一看" });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(second.contains(document.activeElement)).toBe(true);
  // An element below that takes the focus gets it back only when the dialog is gone.
  opener.focus();
  expect(second.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(second, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

/** A text that a dialog's act replaces, with a button above it that had focus earlier. */
function Desk() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(1);
  return (
    <main>
      <Button>分支</Button>
      {/* biome-ignore lint/a11y/useSemanticElements: the text is an editor */}
      <div
        key={text}
        contentEditable
        role="textbox"
        tabIndex={0}
        suppressContentEditableWarning
        aria-label={`正文 ${text}`}
      />
      <Button onClick={() => setOpen(true)}>打开</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="回收站">
        <Button onClick={() => setText(2)}>放回</Button>
      </Dialog>
    </main>
  );
}

it("restores the focus to a recreated text", async () => {
  await show(<Desk />);
  const opened = async (from: HTMLElement) => {
    from.focus();
    fireEvent.click(screen.getByRole("button", { name: "打开" }));
    const dialog = await screen.findByRole("dialog");
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    return dialog;
  };
  const closed = async (dialog: HTMLElement) => {
    fireEvent.keyDown(document.activeElement ?? dialog, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  const branch = screen.getByRole("button", { name: "分支" });
  await closed(await opened(branch));
  await waitFor(() => expect(document.activeElement).toBe(branch));
  const dialog = await opened(screen.getByRole("textbox", { name: "正文 1" }));
  fireEvent.click(screen.getByRole("button", { name: "放回" }));
  await closed(dialog);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "正文 2" })));
});

it("leaves the focus where its act moved it", async () => {
  await show(
    <>
      <Example />
      <textarea className="held-typing" />
    </>,
  );
  const { opener, dialog } = await open();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "名称" })));
  const field = document.querySelector<HTMLElement>(".held-typing");
  field?.focus();
  fireEvent.keyDown(dialog, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(field);
  expect(document.activeElement).not.toBe(opener);
});

it("stays open while it is busy", async () => {
  await show(<Example busy />);
  const { dialog } = await open();
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(screen.queryByRole("dialog")).not.toBeNull();
  expect(screen.getByRole("button", { name: "关闭" }).hasAttribute("disabled")).toBe(true);
});

it("submits as a form", async () => {
  const submit = vi.fn();
  await show(<Example onSubmit={submit} />);
  await open();
  fireEvent.click(screen.getByRole("button", { name: "建立" }));
  expect(submit).toHaveBeenCalledTimes(1);
});

it("focuses the cancel button before a dangerous act", async () => {
  const confirm = vi.fn();
  const cancel = vi.fn();
  await show(
    <ConfirmDialog
      open
      danger
      title="移到回收站？"
      text="可以放回来。"
      confirmLabel="移到回收站"
      onConfirm={confirm}
      onCancel={cancel}
    />,
  );
  const dialog = await screen.findByRole("alertdialog", { name: "移到回收站？" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "取消" })));
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(cancel).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("button", { name: "移到回收站" }));
  expect(confirm).toHaveBeenCalledTimes(1);
});

it("brings an error that appears below its fields into view", async () => {
  const shown: (string | null)[] = [];
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    shown.push(this.getAttribute("role"));
  };
  function Failing() {
    const [isBad, setBad] = useState(false);
    return (
      <Dialog open onClose={() => undefined} title="导出" onSubmit={() => setBad(true)}>
        <TextField label="名称" value="" onChange={() => undefined} />
        {isBad && <ErrorState title="磁盘满了" />}
        <Button type="submit">导出</Button>
      </Dialog>
    );
  }
  await show(<Failing />);
  fireEvent.click(screen.getByRole("button", { name: "导出" }));
  await screen.findByRole("alert");
  await waitFor(() => expect(shown).toEqual(["alert"]));
});

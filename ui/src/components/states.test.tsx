import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { ErrorState } from "./error-state";
import { formatShortcut } from "./kbd";
import { LoadingState } from "./loading-state";
import { ProgressBar } from "./progress-bar";
import { StatusDot } from "./status-dot";
import { Tabs } from "./tabs";
import { show } from "./testing";
import { type ToastOptions, useToast } from "./toast";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("shows progress as a number, and stops", async () => {
  const stop = vi.fn();
  await show(<ProgressBar label="正在导入" value={30} max={300} onStop={stop} />);
  expect(screen.getByRole("progressbar", { name: "正在导入" }).getAttribute("aria-valuenow")).toBe("10");
  fireEvent.click(screen.getByRole("button", { name: "停止" }));
  expect(stop).toHaveBeenCalledTimes(1);
});

it("has no number while indeterminate, and stops only once", async () => {
  const stop = vi.fn();
  await show(<ProgressBar label="正在整理" value={null} stopping onStop={stop} />);
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "正在停止…" }));
  expect(stop).not.toHaveBeenCalled();
});

it("draws nothing for the first moment of loading", async () => {
  vi.useFakeTimers();
  await show(<LoadingState kind="ring" />);
  expect(screen.queryByText("正在载入…")).toBeNull();
  act(() => vi.advanceTimersByTime(160));
  expect(screen.getByText("正在载入…")).not.toBeNull();
});

it("copies the message, code and details of an error, and no more", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { ...navigator, userAgent: "test", clipboard: { writeText } });
  await show(
    <ErrorState title="没能读取版本" safe="书稿没有改动。" code="project.read" details="locked (5)" />,
  );
  fireEvent.click(screen.getByRole("button", { name: "复制详情" }));
  await screen.findByRole("button", { name: "已复制" });
  expect(writeText).toHaveBeenCalledWith("没能读取版本\n错误代码: project.read\nlocked (5)");
});

it("shows the details where they cannot be copied", async () => {
  vi.stubGlobal("navigator", { ...navigator, userAgent: "test", clipboard: undefined });
  await show(<ErrorState title="没能读取版本" details="locked (5)" />);
  fireEvent.click(screen.getByRole("button", { name: "复制详情" }));
  await screen.findByText(/无法复制/);
  expect(document.querySelector("details")?.open).toBe(true);
});

function Notice({ options }: { options: ToastOptions }) {
  const toast = useToast();
  return <Button onClick={() => toast.show(options)}>通知</Button>;
}

it("shows a notice politely, and its act closes it", async () => {
  const undo = vi.fn();
  await show(<Notice options={{ text: "已移到回收站", action: { label: "撤销", onSelect: undo } }} />);
  fireEvent.click(screen.getByRole("button", { name: "通知" }));
  await screen.findAllByText("已移到回收站");
  expect(screen.getByRole("region", { name: "通知" }).getAttribute("aria-live")).toBe("polite");
  fireEvent.click(screen.getByRole("button", { name: "撤销" }));
  expect(undo).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("button", { name: "撤销" })).toBeNull());
});

it("shows a notice that replaces an earlier one as the newest", async () => {
  const texts = ["已替换 1 处", "已拆分场景", "已采纳", "已替换 2 处"];
  await show(
    <>
      {texts.map((text) => (
        <Notice key={text} options={{ text, id: text.startsWith("已替换") ? "replaced" : undefined }} />
      ))}
    </>,
  );
  for (const button of screen.getAllByRole("button", { name: "通知" })) fireEvent.click(button);
  const newest = () => document.querySelector("[data-newest]");
  await waitFor(() => expect(newest()?.textContent).toContain("已替换 2 处"));
  expect(newest()?.hasAttribute("data-limited")).toBe(false);
  expect(screen.queryAllByText("已替换 1 处")).toEqual([]);
});

it("closes the newest notice at Escape, unless something else takes the key", async () => {
  await show(
    <>
      <Notice options={{ text: "已建存档点" }} />
      <Notice options={{ text: "已采纳 2 处改动" }} />
      <input aria-label="标题" onKeyDown={(event) => event.preventDefault()} />
    </>,
  );
  for (const button of screen.getAllByRole("button", { name: "通知" })) fireEvent.click(button);
  await screen.findByText("已采纳 2 处改动", { selector: "p" });
  const press = (on: Element) => fireEvent.keyDown(on, { key: "Escape" });
  press(screen.getByRole("textbox"));
  fireEvent.keyDown(document.body, { key: "Escape", isComposing: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  screen.getByText("已采纳 2 处改动", { selector: "p" });
  press(document.body);
  await waitFor(() => expect(screen.queryByText("已采纳 2 处改动", { selector: "p" })).toBeNull());
  screen.getByText("已建存档点", { selector: "p" });
});

it("keeps notices in place when a dialog opens, below the dialog's buttons", async () => {
  const both = (open: boolean) => (
    <>
      <Notice options={{ text: "已建存档点" }} />
      <Dialog open={open} onClose={() => undefined} title="检查规则">
        …
      </Dialog>
    </>
  );
  const { rerender } = await show(both(false));
  const where = () => screen.getByRole("region", { name: "通知", hidden: true }).className;
  const room = () => document.documentElement.style.getPropertyValue("--notice-room");
  const before = where();
  expect(room()).toBe("");
  fireEvent.click(screen.getByRole("button", { name: "通知" }));
  await screen.findAllByText("已建存档点");
  expect(room()).toMatch(/^calc\(.*3rem \+ \d+px\)$/);
  rerender(both(true));
  const dialog = await screen.findByRole("dialog", { name: "检查规则" });
  expect(where()).toBe(before);
  expect(dialog.className).toContain(
    "max-h-[calc(100vh-var(--dialog-top)-max(var(--dialog-top),var(--notice-room,0px)))]",
  );
});

it("keeps a notice about an error", async () => {
  vi.useFakeTimers();
  await show(<Notice options={{ text: "没能保存", tone: "danger" }} />);
  fireEvent.click(screen.getByRole("button", { name: "通知" }));
  act(() => vi.advanceTimersByTime(600_000));
  expect(screen.queryAllByText("没能保存").length).toBeGreaterThan(0);
});

it("makes tabs at the left as wide as their labels, at most half", async () => {
  const item = { id: "a", label: "Checks and workflows", content: "" };
  await show(<Tabs label="设置" orientation="vertical" value="a" onChange={vi.fn()} items={[item]} />);
  expect(screen.getByRole("tablist").className).toMatch(/w-max max-w-\[50%\] min-w-44/);
});

it("renders only the chosen panel", async () => {
  const choose = vi.fn();
  await show(
    <Tabs
      label="检查器"
      value="a"
      onChange={choose}
      items={[
        { id: "a", label: "设定", content: "甲" },
        { id: "b", label: "问题", count: 3, content: "乙" },
      ]}
    />,
  );
  expect(screen.getByRole("tabpanel").textContent).toBe("甲");
  expect(screen.getByRole("tab", { name: "设定", selected: true })).not.toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: /问题/ }));
  expect(choose).toHaveBeenCalledWith("b");
});

it("names a status", async () => {
  await show(<StatusDot label="完成" tone="success" />);
  expect(screen.getByRole("img", { name: "完成" })).not.toBeNull();
});

it("formats shortcuts as the platform does", () => {
  expect(formatShortcut("Mod+Shift+K", true)).toBe("⇧⌘K");
  expect(formatShortcut("Mod+Shift+K", false)).toBe("Ctrl+Shift+K");
  expect(formatShortcut("Mod++", false)).toBe("Ctrl++");
  expect(formatShortcut("Alt+ArrowUp", true)).toBe("⌥↑");
  expect(formatShortcut("F11", false)).toBe("F11");
});

import { fireEvent, screen } from "@testing-library/react";
import { Trash2 } from "lucide-react";
import { expect, it, vi } from "vitest";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { show } from "./testing";

it("does nothing while busy, and keeps the focus", async () => {
  const press = vi.fn();
  const { rerender } = await show(<Button onClick={press}>保存</Button>);
  const button = screen.getByRole("button", { name: "保存" });
  button.focus();
  fireEvent.click(button);
  rerender(
    <Button onClick={press} busy>
      保存
    </Button>,
  );
  fireEvent.click(button);
  expect(press).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
});

it("does not submit a form unless asked to", async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await show(
    <form onSubmit={submit}>
      <Button>取消</Button>
      <Button type="submit" busy>
        保存
      </Button>
    </form>,
  );
  fireEvent.click(screen.getByRole("button", { name: "取消" }));
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  expect(submit).not.toHaveBeenCalled();
});

it("names an icon button and states whether it is pressed", async () => {
  const press = vi.fn();
  await show(<IconButton icon={Trash2} label="移到回收站" pressed onClick={press} />);
  const button = screen.getByRole("button", { name: "移到回收站", pressed: true });
  fireEvent.click(button);
  expect(press).toHaveBeenCalledTimes(1);
});

it("does nothing when disabled", async () => {
  const press = vi.fn();
  await show(<IconButton icon={Trash2} label="移到回收站" disabled onClick={press} />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "移到回收站" });
  expect(button.disabled).toBe(true);
  fireEvent.click(button);
  expect(press).not.toHaveBeenCalled();
});

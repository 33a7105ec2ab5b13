import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Button } from "./button";
import { ContextMenu } from "./context-menu";
import { Menu } from "./menu";
import type { MenuEntry } from "./menu-items";
import { show } from "./testing";

function entries(rename: () => void, order: (value: string) => void): MenuEntry[] {
  return [
    { id: "rename", label: "重命名", shortcut: "F2", onSelect: rename },
    { id: "copy", label: "复制", disabled: true, onSelect: rename },
    { id: "synopsis", label: "显示梗概", checked: true, onSelect: rename },
    { kind: "separator", id: "s" },
    {
      kind: "choice",
      id: "order",
      label: "排序",
      value: "book",
      options: [
        { value: "book", label: "按目录" },
        { value: "edited", label: "按修改时间" },
      ],
      onChange: order,
    },
    { kind: "submenu", id: "move", label: "移到", items: [{ id: "v1", label: "第一卷", onSelect: rename }] },
  ];
}

it("opens, names its entries, and runs them", async () => {
  const rename = vi.fn();
  const order = vi.fn();
  await show(<Menu trigger={<Button>本章</Button>} items={entries(rename, order)} />);
  const trigger = screen.getByRole("button", { name: "本章" });
  expect(trigger.getAttribute("aria-haspopup")).toBe("menu");
  fireEvent.click(trigger);
  await screen.findByRole("menu");
  expect(screen.getByRole("menuitem", { name: /复制/ }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("menuitemcheckbox", { name: "显示梗概" }).getAttribute("aria-checked")).toBe(
    "true",
  );
  expect(screen.getByRole("menuitemradio", { name: "按目录" }).getAttribute("aria-checked")).toBe("true");
  expect(screen.getByRole("menuitem", { name: "移到" }).getAttribute("aria-haspopup")).toBe("menu");
  fireEvent.click(screen.getByRole("menuitemradio", { name: "按修改时间" }));
  expect(order).toHaveBeenCalledWith("edited");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  fireEvent.click(trigger);
  fireEvent.click(await screen.findByRole("menuitem", { name: /重命名/ }));
  expect(rename).toHaveBeenCalledTimes(1);
});

it("shows the entries of the pressed row", async () => {
  const itemsOf = vi.fn((target: Element): MenuEntry[] => [
    { id: "one", label: `打开${target.textContent}`, onSelect: () => undefined },
  ]);
  await show(
    <ContextMenu items={itemsOf}>
      <ul>
        <li>第一章</li>
        <li>第二章</li>
      </ul>
    </ContextMenu>,
  );
  fireEvent.contextMenu(screen.getByText("第二章"));
  expect(await screen.findByRole("menuitem", { name: "打开第二章" })).not.toBeNull();
});

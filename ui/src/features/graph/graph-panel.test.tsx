import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { GraphPanel } from "./graph-panel";
import { ferry } from "./sample";
import type { GraphContent } from "./view-model";

beforeAll(() => startI18n("zh"));
beforeEach(() => {
  // A virtual list renders what fits; nothing has a size here.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(360);
});
afterEach(cleanup);

const acts = () => ({
  onSelect: vi.fn(),
  onOpen: vi.fn(),
  onOpenStatement: vi.fn(),
  onFocus: vi.fn(),
  onConnect: vi.fn(),
});

function show(content: GraphContent, heard = acts()) {
  function Kept() {
    const [selected, setSelected] = useState<string | null>(null);
    const onSelect = (id: string | null) => {
      heard.onSelect(id);
      setSelected(id);
    };
    return <GraphPanel {...content} {...heard} selected={selected} focus={null} onSelect={onSelect} />;
  }
  render(<Kept />, { wrapper: UiProviders });
  return heard;
}

it("the canvas describes its content and supports the keyboard", () => {
  const heard = show(ferry((zh) => zh));
  const picture = screen.getByRole("img", { name: "图谱：16 个实体，20 条连线" });
  expect(picture.getAttribute("aria-describedby")).not.toBeNull();
  fireEvent.keyDown(picture, { key: "ArrowRight" });
  const [[first]] = heard.onSelect.mock.calls as [[string]];
  expect(screen.getByRole("status").textContent).toContain("与 4 个实体相连");
  fireEvent.keyDown(picture, { key: "Enter" });
  expect(heard.onFocus).toHaveBeenCalledWith(first);
  fireEvent.keyDown(picture, { key: "Escape" });
  expect(heard.onSelect).toHaveBeenLastCalledWith(null);
});

it("the table shows the same, and rows support the keyboard", () => {
  const heard = show(ferry((zh) => zh));
  fireEvent.click(screen.getByRole("radio", { name: "表" }));
  const grid = screen.getByRole("grid", { name: "实体" });
  expect(grid.getAttribute("aria-rowcount")).toBe("17");
  const stop = () => grid.querySelector<HTMLElement>('[data-stop="true"]') as HTMLElement;
  const first = stop();
  fireEvent.keyDown(first, { key: "ArrowDown" });
  expect(heard.onSelect).toHaveBeenCalledTimes(1);
  expect(stop()).not.toBe(first);
  expect(stop()).toBe(document.activeElement);
  fireEvent.keyDown(stop(), { key: "Enter" });
  expect(heard.onOpen).toHaveBeenCalledWith(heard.onSelect.mock.calls[0]?.[0]);
  const heading = within(grid).getByRole("columnheader", { name: "名称" });
  fireEvent.click(within(heading).getByRole("button"));
  expect(heading.getAttribute("aria-sort")).toBe("ascending");
});

it("relations and facts are opened from their table", () => {
  const heard = show(ferry((zh) => zh));
  fireEvent.click(screen.getByRole("radio", { name: "表" }));
  fireEvent.click(screen.getByRole("tab", { name: /关系与事实/ }));
  fireEvent.change(screen.getByRole("searchbox", { name: "筛选名称、关系或内容" }), {
    target: { value: "小指" },
  });
  const row = screen.getByRole("row", { selected: false, name: /缺一截小指/ });
  fireEvent.doubleClick(row);
  expect(heard.onOpenStatement).toHaveBeenCalledWith("f2");
  fireEvent.change(screen.getByRole("searchbox", { name: "筛选名称、关系或内容" }), {
    target: { value: "没有的" },
  });
  expect(screen.getByText("没有符合筛选的内容")).toBeTruthy();
});

it("explains an empty graph", () => {
  show({ nodes: [], edges: [], facts: [] });
  expect(screen.getByText("还没有实体")).toBeTruthy();
});
